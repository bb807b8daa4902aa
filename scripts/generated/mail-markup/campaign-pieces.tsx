import { Heading, Hr, Img, Link } from '@react-email/components';
import { COLORS, FONT } from '#integrations/mail/mail-styles.js';
import { Cell, Document, HALF, Middle, mso, slot } from './document.js';

/** A campaign: one column of blocks, and the foot that no author can leave out. */
export const campaign = (
  <Document>
    <Middle padding="28px 16px">
      <Cell
        className="card ink"
        style={{
          padding: '20px 0',
          borderRadius: '12px',
          backgroundColor: slot('card'),
          fontFamily: FONT,
          color: slot('ink'),
        }}
      >
        {slot('rows')}
      </Cell>
      <Cell
        className="soft"
        dir="auto"
        align="center"
        style={{
          padding: '22px 16px 8px',
          fontFamily: FONT,
          fontSize: '13px',
          lineHeight: '20px',
          color: slot('soft'),
        }}
      >
        {slot('foot')}
      </Cell>
    </Middle>
  </Document>
);

/** A block of the column. */
export const campaignRow = (
  <Cell
    className="cell"
    style={{
      padding: slot('padding'),
      fontFamily: FONT,
      color: slot('ink'),
      wordBreak: 'break-word',
    }}
  >
    {slot('content')}
  </Cell>
);

/** A block whose content does not begin at the left: the attribute moves pictures and tables too, in every program. */
export const campaignAlignedRow = (
  <Cell
    className={slot('name')}
    align={slot('align')}
    style={{
      padding: slot('padding'),
      fontFamily: FONT,
      color: slot('ink'),
      wordBreak: 'break-word',
    }}
  >
    {slot('content')}
  </Cell>
);

const column = (side: string) => (
  <div
    className="column"
    style={{
      display: 'inline-block',
      width: '100%',
      maxWidth: `${HALF}px`,
      verticalAlign: 'top',
      fontSize: '16px',
    }}
  >
    {slot(side)}
  </div>
);

/**
 * Two columns that stand one below the other where there is no room for both, in programs without media queries too.
 * Outlook for Windows knows no `inline-block` and gets a table. The text between two of them must have no width.
 */
export const campaignColumns = (
  <Cell className={slot('name')} style={{ padding: '0 30px', fontSize: 0, textAlign: 'left' }}>
    {mso('pair-open')}
    {column('left')}
    {mso('pair-between')}
    {column('right')}
    {mso('pair-close')}
  </Cell>
);

const soft = { fontFamily: FONT, fontSize: '14px', lineHeight: '21px', color: slot('soft') };

/** What a product is called and costs; a picture stands above or beside it. */
export const campaignProduct = (
  <>
    <div
      dir="auto"
      style={{
        margin: '10px 0 4px',
        fontFamily: FONT,
        color: slot('ink'),
        fontSize: slot('size'),
        lineHeight: slot('line'),
        fontWeight: 600,
      }}
    >
      {slot('title')}
    </div>
    <div
      style={{
        margin: '0 0 8px',
        fontFamily: FONT,
        fontSize: '16px',
        lineHeight: '24px',
        color: slot('ink'),
      }}
    >
      {slot('price')}
      {slot('regular')}
    </div>
    {slot('button')}
  </>
);

export const campaignRegularPrice = (
  <s className="quiet" style={{ ...soft, textDecoration: 'line-through' }}>
    {slot('price')}
  </s>
);

/** A coupon: words, the code large enough to copy by hand, and until when it applies. */
export const campaignCoupon = (
  <Cell
    className="coupon"
    align="center"
    style={{ padding: '20px 16px', border: `2px dashed ${slot('accent')}`, borderRadius: '8px' }}
  >
    {slot('text')}
    <div
      className="code"
      style={{
        fontFamily: "Menlo, Consolas, 'Courier New', monospace",
        fontWeight: 700,
        fontSize: '26px',
        lineHeight: '36px',
        letterSpacing: '2px',
        color: slot('ink'),
      }}
    >
      {slot('code')}
    </div>
    {slot('until')}
  </Cell>
);

export const campaignCouponText = (
  <div
    dir="auto"
    style={{ margin: '0 0 6px', fontFamily: FONT, fontSize: '16px', lineHeight: '24px', color: slot('ink') }}
  >
    {slot('text')}
  </div>
);

export const campaignCouponUntil = (
  <div className="quiet" style={{ ...soft, margin: '6px 0 0' }}>
    {slot('text')}
  </div>
);

const sizes = { 1: ['28px', '36px'], 2: ['22px', '30px'], 3: ['18px', '26px'] } as const;

const headingOf = (level: 1 | 2 | 3) => (
  <Heading
    as={`h${level}`}
    dir="auto"
    style={{
      margin: '8px 0 4px',
      fontFamily: FONT,
      color: slot('ink'),
      fontWeight: 700,
      fontSize: sizes[level][0],
      lineHeight: sizes[level][1],
    }}
  >
    {slot('text')}
  </Heading>
);
export const campaignHeading1 = headingOf(1);
export const campaignHeading2 = headingOf(2);
export const campaignHeading3 = headingOf(3);

/** As wide as the column, and no wider than it in Outlook for Windows. */
export const campaignImage = (
  <Img
    src={slot('src')}
    alt={slot('alt')}
    width={slot('width')}
    style={{
      display: 'block',
      width: '100%',
      maxWidth: `${slot('width')}px`,
      height: 'auto',
      border: 0,
      borderRadius: '8px',
      fontFamily: FONT,
      fontSize: '15px',
      lineHeight: '22px',
    }}
  />
);

export const campaignLink = (
  <Link href={slot('href')} style={{ color: slot('color'), textDecoration: slot('decoration') }}>
    {slot('inside')}
  </Link>
);

export const campaignDivider = (
  <Hr className="rule" style={{ margin: 0, borderTop: `1px solid ${COLORS.line}` }} />
);

export const campaignSpacer = (
  <Cell style={{ height: `${slot('height')}px`, lineHeight: `${slot('height')}px`, fontSize: 0 }}>
    {'\u00a0'}
  </Cell>
);

export const campaignFootLine = <div style={{ margin: '0 0 8px' }}>{slot('inside')}</div>;

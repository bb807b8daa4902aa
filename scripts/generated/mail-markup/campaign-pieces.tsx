import { Heading, Hr, Img, Link } from '@react-email/components';
import { COLORS, FONT } from '#integrations/mail/mail-styles.js';
import { Cell, Document, Middle, slot } from './document.js';

/** A campaign: one column of blocks, and the foot that no author can leave out. */
export const campaign = (
  <Document>
    <Middle padding="28px 16px">
      <Cell
        className="card ink"
        style={{
          ...{ padding: '20px 0', borderRadius: '12px', backgroundColor: slot('card') },
          ...{ fontFamily: FONT, color: slot('ink') },
        }}
      >
        {slot('rows')}
      </Cell>
      <Cell
        className="soft"
        dir="auto"
        align="center"
        style={{
          ...{ padding: '22px 16px 8px', fontFamily: FONT, fontSize: '13px', lineHeight: '20px' },
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
      ...{ padding: slot('padding'), fontFamily: FONT, color: slot('ink'), wordBreak: 'break-word' },
    }}
  >
    {slot('content')}
  </Cell>
);

const sizes = { 1: ['28px', '36px'], 2: ['22px', '30px'], 3: ['18px', '26px'] } as const;

const headingOf = (level: 1 | 2 | 3) => (
  <Heading
    as={`h${level}`}
    dir="auto"
    style={{
      ...{ margin: '8px 0 4px', fontFamily: FONT, color: slot('ink'), fontWeight: 700 },
      ...{ fontSize: sizes[level][0], lineHeight: sizes[level][1] },
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
    width="520"
    style={{
      ...{ display: 'block', width: '100%', maxWidth: '520px', height: 'auto', border: 0 },
      ...{ borderRadius: '8px', fontFamily: FONT, fontSize: '15px', lineHeight: '22px' },
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

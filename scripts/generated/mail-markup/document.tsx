import { Body, Column, Container, Head, Html, Row } from '@react-email/components';
import type { ComponentProps, CSSProperties, ReactNode } from 'react';

/** Where a value is filled in as a mail is rendered: `[[name]]`. */
export const slot = (name: string): string => `[[${name}]]`;

/** Outlook for Windows reads these comments, and no other program does; `finishMarkup` writes them. */
export const mso = (name: string): string => `[[mso:${name}]]`;

/** The width of a mail; Outlook knows no `max-width`, so that it gets a table of this width around the column. */
export const WIDTH = 600;
/** One of two columns: together they fill the mail but for 30 pixels at each side. */
export const HALF = 270;

const conditionals: Readonly<Record<string, string>> = {
  settings:
    '<!--[if mso]><xml><o:OfficeDocumentSettings xmlns:o="urn:schemas-microsoft-com:office:office"><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><style>table{border-collapse:collapse}td,p,a,h1,h2,h3{font-family:Arial,sans-serif!important}</style><![endif]-->',
  'column-open': `<!--[if mso]><table role="presentation" align="center" width="${WIDTH}" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->`,
  'column-close': '<!--[if mso]></td></tr></table><![endif]-->',
  'pair-open': `<!--[if mso]><table role="presentation" width="${2 * HALF}" cellpadding="0" cellspacing="0" border="0"><tr><td width="${HALF}" valign="top"><![endif]-->`,
  'pair-between': `<!--[if mso]></td><td width="${HALF}" valign="top"><![endif]-->`,
  'pair-close': '<!--[if mso]></td></tr></table><![endif]-->',
};

/** What stands around the words of every mail: language, direction, palette, preview line. */
export function Document({ children }: { children: ReactNode }) {
  const ground = { margin: 0, padding: 0, backgroundColor: slot('ground') };
  // Each program hides it by another of these.
  const hidden = {
    display: 'none',
    fontSize: '1px',
    lineHeight: '1px',
    maxHeight: 0,
    overflow: 'hidden',
    msoHide: 'all',
    opacity: 0,
  };
  return (
    <Html lang={slot('language')} dir={slot('dir')}>
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{slot('subject')}</title>
        {mso('settings')}
        <style dangerouslySetInnerHTML={{ __html: slot('palette') }} />
        {slot('structuredData')}
      </Head>
      <Body className="ground" style={ground}>
        <div style={hidden}>
          {slot('preview')}
          {slot('previewEnd')}
        </div>
        {children}
      </Body>
    </Html>
  );
}

/** The column in the middle of the page. */
export function Middle({ padding, children }: { padding: string; children: ReactNode }) {
  return (
    <Cell className="outer" align="center" style={{ padding }}>
      {mso('column-open')}
      <Container style={{ width: '100%', maxWidth: `${WIDTH}px` }}>{children}</Container>
      {mso('column-close')}
    </Cell>
  );
}

interface CellProps {
  className?: string;
  /** Of the table around the cell. */
  tableClass?: string;
  align?: 'left' | 'center' | 'right' | (string & {});
  dir?: string;
  style?: CSSProperties;
  children: ReactNode;
}

/** A table of one cell: padding holds on cells in every program, on tables and blocks only in some. */
export function Cell({ tableClass, children, ...cell }: CellProps) {
  return (
    <Row className={tableClass}>
      <Column {...(cell as ComponentProps<typeof Column>)}>{children}</Column>
    </Row>
  );
}

/** Turns what React writes into a piece of a mail. */
export function finishMarkup(markup: string): string {
  return markup
    .replace(/<link rel="preload"[^>]*\/>/g, '')
    .replace(/ data-id="__react-email-[a-z]+"/g, '')
    .replace(/<(tbody|tr) style="width:100%">/g, '<$1>')
    .replaceAll('text-decoration-line:none;', '')
    .replaceAll('cellPadding=', 'cellpadding=')
    .replaceAll('cellSpacing=', 'cellspacing=')
    .replaceAll('&#x27;', "'")
    .replace(/\[\[mso:([a-z-]+)\]\]/g, (_whole, name: string) => {
      const conditional = conditionals[name];
      if (conditional === undefined) throw new Error(`There is no conditional ${name}`);
      return conditional;
    });
}

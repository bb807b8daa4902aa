import { Button, Column, Heading, Img, Link, Row } from '@react-email/components';
import type { CSSProperties } from 'react';
import { COLORS, FONT } from '#integrations/mail/mail-styles.js';
import { Cell, Document, Middle, slot } from './document.js';

const ink = { fontFamily: FONT, color: COLORS.ink };
const soft = { fontFamily: FONT, color: COLORS.soft };
const line = `1px solid ${COLORS.line}`;

/** A mail of the platform: logo, the card with the words, and the foot of the store. */
export const shell = (
  <Document>
    <Middle padding="32px 16px">
      <Cell className="head" dir="auto" style={{ padding: '0 4px 20px' }}>
        {slot('head')}
      </Cell>
      <Cell
        className="card"
        style={{
          padding: '36px 40px 28px',
          borderRadius: '12px',
          borderTop: `4px solid ${slot('accent')}`,
          ...ink,
          backgroundColor: COLORS.card,
          wordBreak: 'break-word',
        }}
      >
        {slot('heading')}
        {slot('body')}
      </Cell>
      <Cell
        className="foot"
        align="center"
        style={{ ...soft, padding: '24px 16px 8px', fontSize: '13px', lineHeight: '20px' }}
      >
        {slot('foot')}
      </Cell>
    </Middle>
  </Document>
);

export const heading = (
  <Heading
    as="h1"
    dir="auto"
    style={{
      ...ink,
      margin: '0 0 20px',
      fontSize: '25px',
      lineHeight: '32px',
      fontWeight: 700,
      letterSpacing: '-0.2px',
    }}
  >
    {slot('text')}
  </Heading>
);

/** With its padding in Outlook for Windows too. */
export const button = (
  <Button
    className="mail-button"
    href={slot('href')}
    style={{
      margin: '8px 0',
      padding: '14px 28px',
      borderRadius: '8px',
      backgroundColor: slot('accent'),
      color: slot('accentText'),
      fontFamily: FONT,
      fontSize: '16px',
      fontWeight: 600,
    }}
  >
    {slot('label')}
  </Button>
);

/**
 * A picture of a fixed height. Without images its name stands there: it needs a colour, and no width that cuts it off.
 * @param text how the name looks
 */
const pictureOfHeight = ({ fontSize, ...text }: CSSProperties) => (
  <Img
    src={slot('src')}
    alt={slot('name')}
    height={slot('height')}
    style={{
      display: 'block',
      height: `${slot('height')}px`,
      width: 'auto',
      maxWidth: '100%',
      border: 0,
      fontFamily: FONT,
      fontSize,
      lineHeight: `${slot('height')}px`,
      ...text,
    }}
  />
);

export const logo = pictureOfHeight({ fontSize: '20px', fontWeight: 700, color: slot('color') });

export const storeName = (
  <span
    className="mail-name"
    style={{
      fontFamily: FONT,
      fontSize: '21px',
      lineHeight: '28px',
      fontWeight: 700,
      letterSpacing: '-0.3px',
      color: slot('color'),
    }}
  >
    {slot('name')}
  </span>
);

export const headLink = (
  <Link href={slot('href')} style={{ textDecoration: 'none', color: slot('color') }}>
    {slot('inside')}
  </Link>
);

export const footLine = (
  <div dir="auto" style={{ margin: '0 0 10px' }}>
    {slot('inside')}
  </div>
);

export const textLink = (
  <Link href={slot('href')} style={{ color: slot('color'), textDecoration: 'underline' }}>
    {slot('label')}
  </Link>
);

/** A link as a small picture, or as its name where there is none. */
export const iconLink = (
  <Link
    href={slot('href')}
    style={{
      display: 'inline-block',
      margin: '0 6px',
      color: slot('color'),
      fontFamily: FONT,
      fontSize: '14px',
      textDecoration: slot('decoration'),
    }}
  >
    {slot('inside')}
  </Link>
);

export const icon = pictureOfHeight({ fontSize: '13px', color: slot('color') });

const cell = { borderBottom: line, ...ink, fontSize: '15px', lineHeight: '22px', verticalAlign: 'top' };

/** A line of an order: picture, what it is, and its amount. */
export const orderLine = (
  <Row className="mail-line" style={{ width: '100%' }}>
    {slot('picture')}
    <Column width="100%" style={{ ...cell, width: '100%', padding: '12px 12px 12px 0' }}>
      <strong dir="auto" style={{ fontWeight: 600 }}>
        {slot('title')}
      </strong>
      {slot('details')}
    </Column>
    <Column align="right" style={{ ...cell, padding: '12px 0', whiteSpace: 'nowrap' }}>
      {slot('amount')}
    </Column>
  </Row>
);

/** With images off its place keeps its width, and the title beside it says what it is. */
export const orderLinePicture = (
  <Column style={{ ...cell, width: '64px', padding: '12px 16px 12px 0' }}>
    <Img
      src={slot('src')}
      className="mail-soft"
      alt={slot('alt')}
      width="64"
      height="64"
      style={{
        display: 'block',
        width: '64px',
        height: '64px',
        maxWidth: '64px',
        border: 0,
        borderRadius: '8px',
        ...soft,
        objectFit: 'cover',
        overflow: 'hidden',
        fontSize: '11px',
        lineHeight: '14px',
      }}
    />
  </Column>
);

export const orderLineDetail = (
  <div className="mail-soft" dir="auto" style={{ ...soft, fontSize: '14px', lineHeight: '21px' }}>
    {slot('text')}
  </div>
);

const total = { padding: `${slot('space')} 0 0`, fontFamily: FONT };

/** One of the sums below the lines of an order. */
export const orderTotal = (
  <Row style={{ width: '100%' }}>
    <Column
      className="mail-soft"
      style={{ ...total, fontSize: '15px', lineHeight: '22px', color: COLORS.soft }}
    >
      {slot('label')}
    </Column>
    <Column
      align="right"
      style={{ ...total, fontSize: '15px', lineHeight: '22px', color: COLORS.ink, whiteSpace: 'nowrap' }}
    >
      {slot('amount')}
    </Column>
  </Row>
);

export const orderGrandTotal = (
  <Row style={{ width: '100%' }}>
    <Column style={{ ...total, fontSize: '17px', lineHeight: '24px', fontWeight: 700, color: COLORS.ink }}>
      {slot('label')}
    </Column>
    <Column
      align="right"
      style={{
        ...total,
        fontSize: '17px',
        lineHeight: '24px',
        fontWeight: 700,
        color: COLORS.ink,
        whiteSpace: 'nowrap',
      }}
    >
      {slot('amount')}
    </Column>
  </Row>
);

/** Around the lines and sums of an order. */
export const orderSummary = (
  <Cell className="mail-lines" style={{ padding: '0 0 24px' }}>
    {slot('rows')}
  </Cell>
);

/** One of two addresses; on phones they stand one below the other. */
export const address = (
  <Column
    className="mail-half"
    width="50%"
    style={{ ...ink, width: '50%', padding: '0 12px 20px 0', verticalAlign: 'top' }}
  >
    <div className="mail-soft" style={{ ...soft, fontSize: '14px', lineHeight: '21px' }}>
      {slot('label')}
    </div>
    <div className="mail-ink" dir="auto" style={{ ...ink, fontSize: '15px', lineHeight: '22px' }}>
      {slot('lines')}
    </div>
  </Column>
);

export const addresses = <Row style={{ width: '100%' }}>{slot('cells')}</Row>;

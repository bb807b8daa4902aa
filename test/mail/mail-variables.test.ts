import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { commonVariables } from '#domain/mail/mail-template.js';
import { findMailTemplate, mailTemplates } from '#domain/mail/template-registry.js';
import { templateVariables, variableName } from '#domain/mail/template-variables.js';

const SNAPSHOT = join(import.meta.dirname, 'mail-variables.json');
const names = Object.fromEntries(
  mailTemplates.map(({ eventType, role, variables }) => [
    `${eventType}/${role}`,
    variables.map(({ name }) => name),
  ]),
);
const namesOf = (key: string) => names[key] ?? [];

describe('the variables of each mail', () => {
  /** Overrides of operators use these names: one that is renamed or removed leaves a gap in their mails. */
  it('are those of the snapshot; UPDATE_MAIL_VARIABLES=1 writes it anew', () => {
    if (process.env['UPDATE_MAIL_VARIABLES']) writeFileSync(SNAPSHOT, `${JSON.stringify(names, null, 2)}\n`);
    expect(names).toEqual(JSON.parse(readFileSync(SNAPSHOT, 'utf8')));
  });

  it('hold every scalar that the documents name of an event', () => {
    const parcel = ['order_vendor_id', 'vendor_id', 'provider_id', 'method', 'tracking_code', 'awb'];
    const sums = ['subtotal', 'discount_total', 'shipping_total', 'tax_total', 'currency'];
    for (const key of ['order.placed', 'order.confirmed', 'guest_order.confirmation', 'order.refunded'])
      expect(namesOf(`${key}/customer`)).toEqual(
        expect.arrayContaining(['order_id', 'grand_total', ...sums]),
      );
    expect(namesOf('order.placed/vendor_member')).toEqual(
      expect.arrayContaining(['order_id', 'order_vendor_id', 'vendor_id', 'vendor_total', ...sums]),
    );
    expect(namesOf('shipping.shipment.created/customer')).toEqual(
      expect.arrayContaining(['order_id', ...parcel, 'occurred_at']),
    );
    expect(namesOf('shipping.shipment.cancelled/customer')).toEqual(
      expect.arrayContaining(['order_vendor_id', 'provider_id', 'reason']),
    );
    expect(namesOf('shipping.tracking.updated/customer')).toEqual(
      expect.arrayContaining(['order_vendor_id', 'provider_id', 'normalized_status', 'status_code']),
    );
  });

  it('are the link alone in mails of accounts that the documents name', () => {
    const documented = [
      'reset_password',
      'magic_link',
      'verification',
      'delete_account',
      'password_changed',
      'welcome',
    ];
    for (const key of documented) expect(namesOf(`auth.${key}/customer`)).toEqual(['url']);
    expect(namesOf('auth.change_email/customer')).toEqual(['url', 'new_email']);
  });

  it('are never named after a token, a secret, a hash or an IP address', () => {
    const all = [...commonVariables.map(({ name }) => name), ...Object.values(names).flat()];
    expect(all.filter((name) => /(^|_)(token|secret|hash|ip|password|key)(_|$)/.test(name))).toEqual([]);
  });
});

it('what an event carries beyond the declared names is no variable', () => {
  const template = findMailTemplate('auth.magic_link', 'customer');
  const variables = templateVariables({
    payload: { url: 'https://store.example.com/x', token: 'abc', ipAddress: '203.0.113.7', sessionId: 's' },
    names: template?.variables.map(({ name }) => name),
    currency: 'INR',
    timeZone: 'Asia/Kolkata',
  });
  expect(variables).toEqual({ url: 'https://store.example.com/x' });
  expect(variableName('orderVendorId')).toBe('order_vendor_id');
});

import { DateTime } from 'luxon';
import { readVendorRecipients } from '#db/orders/vendor-recipients.query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Origin } from '#domain/_shared/context.js';
import type { InvoiceSource } from '#domain/invoices/build-snapshot.js';
import { phrase, type Words } from '#domain/mail/phrase.js';
import { sha256 } from '#lib/crypto.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { vendorPanelUrl } from '#operations/settings/page-urls.js';

/** Names in the mail before it says how many more there are. */
const NAMED_PRODUCTS = 10;

export interface HsnMissing {
  vendorId: string;
  /** As printed. */
  invoiceNumber: string;
  orderNumber: string;
  /** Of the lines without a code; nothing is sent when there are none. */
  titles: readonly string[];
  issuedAt: Date;
  /** IANA zone that decides which day it is. */
  timeZone: string;
}

/** The mails about invoices, put into the transaction of what they tell. */
export const createInvoiceMails = builtOnce(
  ({ mail, settings }: Pick<OperationDeps, 'mail' | 'settings'>) => {
    /** One mail to each of the people of a vendor; `key` says of what it is, so that it is sent once. */
    async function mailVendor(
      tx: Tx,
      origin: Origin,
      vendorId: string,
      { template, variables, key }: { template: string; variables: object; key: string },
    ): Promise<void> {
      const recipients = await readVendorRecipients(tx, [vendorId]);
      await mail.enqueueAll(
        tx,
        origin,
        recipients.map(({ userId, name, email }) => ({
          template,
          role: 'vendor_member',
          to: email,
          variables: { customerName: name, ...variables },
          dedupeKey: `${template}:${key}:${userId}`,
        })),
      );
    }

    return {
      /** To the people of the vendor: an invoice could not be issued, and why. Once for each reason. */
      refused(
        tx: Tx,
        origin: Origin,
        refused: {
          vendorId: string;
          subOrderId: string;
          problem: string;
          source: Pick<InvoiceSource, 'orderNumber'> | null;
        },
      ): Promise<void> {
        const { vendorId, subOrderId, problem, source } = refused;
        return mailVendor(tx, origin, vendorId, {
          template: 'invoice.refused',
          variables: {
            orderNumber: source?.orderNumber ?? '',
            problem,
            orderUrl: vendorPanelUrl(settings, `orders/${subOrderId}`),
          },
          key: `${subOrderId}:${sha256(problem).slice(0, 16)}`,
        });
      },

      /** To the people of the vendor, once a day however many invoices lack codes: they mend products, not invoices. */
      async hsnMissing(tx: Tx, origin: Origin, missing: HsnMissing): Promise<void> {
        const { vendorId, invoiceNumber, orderNumber, titles, issuedAt, timeZone } = missing;
        if (titles.length === 0) return;
        const day = DateTime.fromJSDate(issuedAt, { zone: timeZone }).toISODate();
        const gapsUrl = vendorPanelUrl(settings, 'gst-gaps');
        await mailVendor(tx, origin, vendorId, {
          template: 'invoice.hsn_missing',
          variables: {
            invoiceNumber,
            orderNumber,
            lineCount: titles.length,
            products: listed(titles),
            gapsUrl,
          },
          key: `${vendorId}:${day}`,
        });
      },
    };
  },
);

function listed(titles: readonly string[]): Words {
  const distinct = [...new Set(titles)];
  const more = distinct.length - NAMED_PRODUCTS;
  const items = distinct.slice(0, NAMED_PRODUCTS).join(', ');
  return more > 0 ? phrase('list.more', { items, count: more }) : items;
}

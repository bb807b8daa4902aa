import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { InvoiceDocumentsActivities } from '#activities/invoices/invoice-documents.activities.js';
import type { InvoicesActivities } from '#activities/invoices/invoices.activities.js';
import type { ProductImportsActivities } from '#activities/product-imports/product-imports.activities.js';
import type { ReportExportActivities } from '#activities/reports/report-export.activities.js';
import type { ReportFileActivities } from '#activities/reports/report-file.activities.js';
import type { ShipmentActivities } from '#activities/shipping/shipment.activities.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { CORE_QUEUE } from '#lib/workflow/contract.js';
import { renderInvoice } from '#workflows/invoices/invoices.contract.js';
import { importProducts } from '#workflows/product-imports/product-imports.contract.js';
import { exportReport } from '#workflows/reports/reports.contract.js';
import { createShipment } from '#workflows/shipping/shipping.contract.js';
import { type ReplacedActivities, startReplacedActivities } from '../_support/replaced-activities.js';

/** What a step throws while Postgres is killed and starts again, or the file storage is away, by a name. */
const losses: Record<string, () => Error> = {
  terminated: () => Object.assign(new Error('terminating connection'), { code: '57P01' }),
  reset: () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
  refused: () => Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }),
  cut: () => new Error('Connection terminated unexpectedly'),
  storage: () => platformErrors.storageUnavailable(),
  disk: () => platformErrors.diskFull(),
};
/** One more than each step is attempted in a row; a label is retried for a day, so that two show it. */
const lostAttempts = { invoice: 4, export: 7, shipment: 6, label: 2 };

let engine: ReplacedActivities;
beforeAll(async () => {
  engine = await startReplacedActivities();
});
afterAll(() => engine.stop());

const origin = { requestId: 'r', actor: { type: 'system' as const, id: 'test' } } as Parameters<
  InvoicesActivities['failInvoice']
>[0]['origin'];

/** Fails the first attempts of each item by the loss that the item is named after. */
function lossesBefore(lost: number) {
  const attempts = new Map<string, number>();
  return (item: string) => {
    const attempt = (attempts.get(item) ?? 0) + 1;
    attempts.set(item, attempt);
    if (attempt <= lost) throw (losses[item] ?? losses['refused'])?.() as Error;
  };
}

describe('a document whose database is killed, or whose storage is away, while it is made', () => {
  it('is stored once both are back: invoices, for each error', async () => {
    const lose = lossesBefore(lostAttempts.invoice);
    const stored: string[] = [];
    const failures: string[] = [];
    const activities: Pick<InvoicesActivities, 'issueInvoice' | 'completeInvoice' | 'failInvoice'> &
      InvoiceDocumentsActivities = {
      issueInvoice: ({ subOrderId }) =>
        Promise.resolve({ invoiceId: subOrderId, orderId: subOrderId, revision: 1 }),
      renderInvoiceDocument: async ({ invoiceId }) => {
        await Promise.resolve(lose(invoiceId));
        return { storageKey: invoiceId, fileSize: 1 };
      },
      completeInvoice: ({ storageKey }) => Promise.resolve(void stored.push(storageKey)),
      failInvoice: ({ error }) => Promise.resolve(void failures.push(error)),
    };
    const inputs = Object.keys(losses).map((subOrderId) => ({
      subOrderId,
      orderId: subOrderId,
      orderNumber: subOrderId,
      vendorId: 'v',
      origin,
    }));
    await engine.serve([CORE_QUEUE, 'documents'], activities, () =>
      Promise.all(inputs.map((input) => engine.execute(renderInvoice, input))),
    );
    expect(stored.sort()).toEqual(Object.keys(losses).sort());
    expect(failures).toEqual([]);
  });

  it('is stored once the database is back: exports of reports', async () => {
    const lose = lossesBefore(lostAttempts.export);
    const ended: string[] = [];
    const activities: ReportFileActivities & ReportExportActivities = {
      writeReportFile: async () => {
        await Promise.resolve(lose('storage'));
        return { expiresAt: new Date(Date.now() + 600_000).toISOString() };
      },
      failReportExport: ({ error }) => Promise.resolve(void ended.push(error)),
      expireReportExport: () => Promise.resolve(void ended.push('expired')),
    };
    const input = { exportId: 'e', reportKey: 'orders', format: 'csv', origin } as Parameters<
      typeof exportReport.id
    >[0];
    await engine.serve([CORE_QUEUE, 'exports'], activities, async () => {
      await engine.execute(exportReport, input);
    });
    expect(ended).toEqual([]);
  });

  it('is stored once the database is back: labels, after a shipment that needed several attempts', async () => {
    const loseShipment = lossesBefore(lostAttempts.shipment);
    const loseLabel = lossesBefore(lostAttempts.label);
    const steps: string[] = [];
    const activities: Pick<ShipmentActivities, 'sendShipment' | 'settleShipment' | 'storeLabel'> = {
      sendShipment: async () => {
        await Promise.resolve(loseShipment('refused'));
        return { kind: 'created', awb: 'A1', labelUrl: 'http://label' };
      },
      settleShipment: ({ response }) => {
        steps.push(response.kind);
        return Promise.resolve({ open: true, awb: true, alertAfterMs: 1 });
      },
      storeLabel: async () => {
        await Promise.resolve(loseLabel('terminated'));
        steps.push('label');
        return 'stored';
      },
    };
    const input = { shipmentId: 's', orderId: 'o', vendorId: 'v', orderNumber: 'n', origin };
    await engine.serve([CORE_QUEUE], activities, () => engine.execute(createShipment, input));
    expect(steps).toEqual(['created', 'label']);
  });

  it('is read on once the storage is back: files of products', async () => {
    const loseRows = lossesBefore(2);
    const loseFile = lossesBefore(2);
    const steps: string[] = [];
    const progress = { done: true, bytesRead: 1, fileSize: 1 };
    const activities = {
      importProductRows: async () => {
        await Promise.resolve(loseRows('storage'));
        steps.push('read');
        return progress;
      },
      clearProductImport: async () => {
        await Promise.resolve(loseFile('disk'));
        steps.push('cleared');
      },
      endProductImport: ({ status }: { status: string }) => Promise.resolve(void steps.push(status)),
    } as unknown as Partial<ProductImportsActivities>;
    const input = { importId: 'i', vendorId: 'v', fileName: 'lamps.csv', origin };
    await engine.serve([CORE_QUEUE, 'indexing'], activities, () => engine.execute(importProducts, input));
    expect(steps).toEqual(['read', 'cleared']);
  });

  it('fails for a document that cannot be rendered, after three attempts', async () => {
    let attempts = 0;
    const failures: string[] = [];
    const activities: Pick<InvoicesActivities, 'issueInvoice' | 'failInvoice'> & InvoiceDocumentsActivities =
      {
        issueInvoice: () => Promise.resolve({ invoiceId: 'i', orderId: 'o', revision: 1 }),
        renderInvoiceDocument: () => {
          attempts += 1;
          return Promise.reject(new Error('the page crashed'));
        },
        failInvoice: ({ error }) => Promise.resolve(void failures.push(error)),
      };
    const input = { subOrderId: 'x', orderId: 'o', orderNumber: 'n', vendorId: 'v', origin };
    const run = engine.serve([CORE_QUEUE, 'documents'], activities, () =>
      engine.execute(renderInvoice, input),
    );
    await expect(run).rejects.toThrow();
    expect({ attempts, failures }).toEqual({ attempts: 3, failures: ['The document could not be rendered'] });
  });
});

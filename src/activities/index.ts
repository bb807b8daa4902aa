import { createAccountsRepository } from '#db/accounts/accounts.repository.js';
import { createInvoicesRepository } from '#db/invoices/invoices.repository.js';
import { createMailRepository } from '#db/mail/mail.repository.js';
import { createPublicDownload } from '#integrations/http/public-download.js';
import { createMailers } from '#integrations/mail/mailers.js';
import { createPaymentProviders } from '#integrations/payments/payment-providers.js';
import { createPdfRenderer } from '#integrations/pdf/create-pdf-renderer.js';
import type { Platform } from '#operations/platform.js';
import { createDeliveriesRepository } from '#db/events/deliveries.repository.js';
import { createAccountsSweepActivities } from './accounts/accounts-sweep.activities.js';
import { createEventsSweepActivities } from './events/events-sweep.activities.js';
import { createEventsActivities, type DrainHandler } from './events/events.activities.js';
import { createInvoiceDocumentsActivities } from './invoices/invoice-documents.activities.js';
import { createInvoiceTemplateReader } from './invoices/invoice-template.js';
import { createInvoiceWishesHandler } from './invoices/invoice-wishes.js';
import { createInvoicesActivities } from './invoices/invoices.activities.js';
import { createMailDrainHandler } from './mail/mail-drain.js';
import { createOrdersActivities } from './orders/orders.activities.js';
import { createPaymentWebhooksHandler } from './payments/payment-webhooks.js';
import { createLatePaymentsActivities } from './payments/late-payments.activities.js';
import { createLateRefundsActivities } from './payments/late-refunds.activities.js';
import { createPaymentsActivities } from './payments/payments.activities.js';
import { createProductImportsActivities } from './product-imports/product-imports.activities.js';
import { createUploadSweepActivities } from './product-imports/upload-sweep.activities.js';

/** The activities of each task queue. A worker serves the queues of its roles. */
export function createActivities(platform: Platform) {
  const { config, logger, knex } = platform;
  const invoices = createInvoicesRepository(knex);
  const template = createInvoiceTemplateReader({
    ...platform,
    download: createPublicDownload({ allowHttp: !config.production }),
  });
  // Starts no browser before the first document.
  const pdf = createPdfRenderer({ chromePath: config.CHROME_PATH, logger, metrics: platform.metrics.pdf });

  const mailers = createMailers(config);
  const providers = createPaymentProviders(config, { clock: platform.clock });

  /** By the name of their subscription. */
  const handlers: Record<string, DrainHandler> = {
    'invoice-wishes': createInvoiceWishesHandler({ ...platform, invoices }),
    mail: createMailDrainHandler({ ...platform, messages: createMailRepository(), mailers }),
    'payments-webhooks': createPaymentWebhooksHandler(platform),
  };
  const drains = createEventsActivities({ ...platform, handlers });
  return {
    queues: {
      core: {
        ...drains,
        ...createEventsSweepActivities({ ...platform, deliveries: createDeliveriesRepository(knex) }),
        ...createAccountsSweepActivities({ ...platform, accounts: createAccountsRepository(knex) }),
        ...createInvoicesActivities({ ...platform, invoices }),
        ...createOrdersActivities({ ...platform, providers }),
        ...createPaymentsActivities({ ...platform, providers }),
        ...createLatePaymentsActivities({ ...platform, providers }),
        ...createLateRefundsActivities({ ...platform, providers }),
      },
      documents: { ...createInvoiceDocumentsActivities({ ...platform, invoices, template, pdf }) },
      indexing: {
        ...drains,
        ...createProductImportsActivities(platform),
        ...createUploadSweepActivities(platform),
      },
      mail: { ...drains },
    },
    async close(): Promise<void> {
      mailers.close();
      await pdf.close();
    },
  };
}

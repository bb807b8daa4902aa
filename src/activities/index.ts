import { createAccountsRepository } from '#db/accounts/accounts.repository.js';
import { createInvoicesRepository } from '#db/invoices/invoices.repository.js';
import { createMailRepository } from '#db/mail/mail.repository.js';
import { createPublicDownload } from '#integrations/http/public-download.js';
import { createMailers } from '#integrations/mail/mailers.js';
import { createPaymentProviders } from '#integrations/payments/payment-providers.js';
import { createPdfRenderer } from '#integrations/pdf/create-pdf-renderer.js';
import type { Container } from '#lib/container.js';
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
export function createActivities(container: Container) {
  const { config, logger, knex } = container;
  const invoices = createInvoicesRepository(knex);
  const template = createInvoiceTemplateReader({
    ...container,
    download: createPublicDownload({ allowHttp: !config.production }),
  });
  // Starts no browser before the first document.
  const pdf = createPdfRenderer({ chromePath: config.CHROME_PATH, logger, metrics: container.metrics.pdf });

  const mailers = createMailers(config);
  const providers = createPaymentProviders(config, { clock: container.clock });

  /** By the name of their subscription. */
  const handlers: Record<string, DrainHandler> = {
    'invoice-wishes': createInvoiceWishesHandler({ ...container, invoices }),
    mail: createMailDrainHandler({ ...container, messages: createMailRepository(), mailers }),
    'payments-webhooks': createPaymentWebhooksHandler(container),
  };
  const drains = createEventsActivities({ ...container, handlers });
  return {
    queues: {
      core: {
        ...drains,
        ...createEventsSweepActivities({ ...container, deliveries: createDeliveriesRepository(knex) }),
        ...createAccountsSweepActivities({ ...container, accounts: createAccountsRepository(knex) }),
        ...createInvoicesActivities({ ...container, invoices }),
        ...createOrdersActivities({ ...container, providers }),
        ...createPaymentsActivities({ ...container, providers }),
        ...createLatePaymentsActivities({ ...container, providers }),
        ...createLateRefundsActivities({ ...container, providers }),
      },
      documents: { ...createInvoiceDocumentsActivities({ ...container, invoices, template, pdf }) },
      indexing: {
        ...drains,
        ...createProductImportsActivities(container),
        ...createUploadSweepActivities(container),
      },
      mail: { ...drains },
    },
    async close(): Promise<void> {
      mailers.close();
      await pdf.close();
    },
  };
}

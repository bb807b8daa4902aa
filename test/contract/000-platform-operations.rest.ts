import { holdContract } from './hold-contract.js';
import { analytics, analyticsOfMoney, analyticsTimers, emptyDashboard, liveOrders } from './000-analytics.js';
import { access, conventions } from './000-conventions.js';
import { campaigns, emailSettings, emailTemplates } from './000-email.js';
import { invoiceAccess, invoices, invoiceStreams } from './000-invoices.js';
import { paymentFeeds } from './000-payments.js';
import { reportDefinitions, reportExports, reportRuns } from './000-reports.js';

holdContract('000, platform operations', {
  first: { emptyDashboard },
  tables: {
    conventions,
    access,
    reportDefinitions,
    reportRuns,
    analytics,
    analyticsOfMoney,
    analyticsTimers,
    invoices,
    invoiceAccess,
    paymentFeeds,
    emailTemplates,
    campaigns,
    emailSettings,
    reportExports,
  },
  // A minute and half a minute of waiting.
  beside: { invoiceStreams, liveOrders },
  atLeast: 2_900,
});

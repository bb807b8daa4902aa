import {
  commonVariables,
  type MailTemplate,
  type TemplateRole,
  type TemplateVariable,
} from './mail-template.js';
import { abandonedCartTemplates } from './templates/abandoned-cart-templates.js';
import { approvalTemplates } from './templates/approval-templates.js';
import { authTemplates } from './templates/auth-templates.js';
import { followerTemplates } from './templates/follower-templates.js';
import { feedTemplates } from './templates/feed-templates.js';
import { invoiceTemplates } from './templates/invoice-templates.js';
import { orderTemplates } from './templates/order-templates.js';
import { personalDataTemplates } from './templates/personal-data-templates.js';
import { returnTemplates } from './templates/return-templates.js';
import { securityTemplates } from './templates/security-templates.js';
import { shippingTemplates } from './templates/shipping-templates.js';
import { stockTemplates } from './templates/stock-templates.js';
import { storeCreditTemplates } from './templates/store-credit-templates.js';
import { vendorTemplates } from './templates/vendor-templates.js';
import { wishlistTemplates } from './templates/wishlist-templates.js';
import { webhookTemplates } from './templates/webhook-templates.js';

/** Every mail that the platform can send, in the order in which they are listed. */
export const mailTemplates: readonly MailTemplate[] = Object.freeze([
  ...orderTemplates,
  ...invoiceTemplates,
  ...shippingTemplates,
  ...returnTemplates,
  ...storeCreditTemplates,
  ...stockTemplates,
  ...abandonedCartTemplates,
  ...followerTemplates,
  ...wishlistTemplates,
  ...vendorTemplates,
  ...approvalTemplates,
  ...feedTemplates,
  ...webhookTemplates,
  ...personalDataTemplates,
  ...authTemplates,
  ...securityTemplates,
]);

const byKey = new Map(mailTemplates.map((template) => [keyOf(template.eventType, template.role), template]));

/** The template for an event and a role; undefined when there is none. */
export function findMailTemplate(eventType: string, role: string): MailTemplate | undefined {
  return byKey.get(keyOf(eventType, role));
}

/** Every variable an author may use in a template: its own, the raw ones, and those that all have. */
export function availableVariables(template: MailTemplate): TemplateVariable[] {
  const raw = template.variables
    .filter(({ kind }) => kind === 'money' || kind === 'instant')
    .map(({ name, kind, description }) => ({
      name: `${name}_raw`,
      kind: kind === 'money' ? ('number' as const) : ('text' as const),
      description: kind === 'money' ? `${description}, in subunits` : `${description}, as ISO 8601`,
    }));
  return [...commonVariables, ...template.variables, ...raw];
}

function keyOf(eventType: string, role: TemplateRole | string): string {
  return `${eventType} ${role}`;
}

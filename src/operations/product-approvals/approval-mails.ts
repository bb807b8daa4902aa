import { readVendorRecipients } from '#db/orders/vendor-recipients.query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { phrase, type Words } from '#domain/mail/phrase.js';
import { reasonWords } from '#domain/product-approvals/reason-words.js';
import type { ProductApproval } from '#domain/product-approvals/product-approval.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { vendorPanelUrl } from '#operations/settings/page-urls.js';

const templates = {
  new: { approved: 'product.approved', rejected: 'product.rejected' },
  change: { approved: 'product.change_approved', rejected: 'product.change_rejected' },
} as const;

/** One text out of many. */
const joined = (words: readonly Words[]): Words =>
  words.length < 2
    ? (words[0] ?? '')
    : phrase('approval.next', { first: words[0] ?? '', rest: joined(words.slice(1)) });

/** The mails to a vendor about what was decided, put into the transaction of the decision. */
export const createApprovalMails = builtOnce(
  ({ mail, settings }: Pick<OperationDeps, 'mail' | 'settings'>) => ({
    async decided(tx: Tx, ctx: Context, approval: ProductApproval): Promise<void> {
      const { id: approvalId, productId, vendorId, kind, state, title, note } = approval;
      const template = templates[kind][state === 'rejected' ? 'rejected' : 'approved'];
      const variables = {
        approvalId,
        productId,
        productTitle: title,
        productPage: vendorPanelUrl(settings, `products/${productId}`),
        ...(state === 'rejected' ? { reasons: joined(reasonWords(approval)), note: note ?? '' } : {}),
      };
      const people = await readVendorRecipients(tx, [vendorId]);
      await mail.enqueueAll(
        tx,
        ctx,
        people.map(({ userId, name, email }) => ({
          template,
          role: 'vendor_member' as const,
          to: email,
          variables: { customerName: name, ...variables },
          dedupeKey: `${template}:${approvalId}:${userId}`,
        })),
      );
    },
  }),
);

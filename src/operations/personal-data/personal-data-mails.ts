import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { storefrontUrl } from '#operations/settings/page-urls.js';

export interface Recipient {
  address: string;
  name: string;
  locale: string | null;
}

/** Mails about the personal data of a user. They carry no data and no secret: the page that they link to asks for the session. */
export const createPersonalDataMails = ({ mail, settings }: Pick<OperationDeps, 'mail' | 'settings'>) => {
  /** The page of the storefront; empty for a store without an address. */
  const pageUrl = () => {
    const store = storefrontUrl(settings);
    return store && `${store}/account/data`;
  };
  return {
    /** Tells a user that the file is ready, once for each file. */
    async fileReady(
      tx: Tx,
      ctx: Context,
      { exportId, person }: { exportId: string; person: Recipient },
    ): Promise<void> {
      await mail.enqueue(tx, ctx, {
        template: 'personal_data.file_ready',
        role: 'customer',
        to: person.address,
        locale: person.locale ?? undefined,
        variables: { customerName: person.name, dataUrl: pageUrl() },
        dedupeKey: `personal_data.file_ready:${exportId}`,
      });
    },

    /** Tells a person when the erasure is due, and where a user cancels it. */
    async erasureScheduled(
      tx: Tx,
      ctx: Context,
      { erasureId, dueAt, person }: { erasureId: string; dueAt: Date; person: Recipient },
    ): Promise<void> {
      await mail.enqueue(tx, ctx, {
        template: 'personal_data.erasure_scheduled',
        role: 'customer',
        to: person.address,
        locale: person.locale ?? undefined,
        variables: { customerName: person.name, erasedOn: dueAt.toISOString(), dataUrl: pageUrl() },
        dedupeKey: `personal_data.erasure_scheduled:${erasureId}`,
      });
    },

    /** The last mail to an address: what was kept about it is erased. */
    async erased(
      tx: Tx,
      ctx: Context,
      { erasureId, person }: { erasureId: string; person: Recipient },
    ): Promise<void> {
      await mail.enqueue(tx, ctx, {
        template: 'personal_data.erased',
        role: 'customer',
        to: person.address,
        locale: person.locale ?? undefined,
        variables: { customerName: person.name },
        dedupeKey: `personal_data.erased:${erasureId}`,
      });
    },
  };
};

import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { ApplicationInput, VendorApplication } from '#domain/vendors/vendor-application.js';

export interface Decision {
  status: 'approved' | 'rejected';
  rejectionReason?: string;
  decidedBy: string;
  decidedAt: Date;
}

export function createVendorApplicationsRepository(knex: Knex) {
  return {
    /** Undefined when the applicant has a pending one already: a unique index decides, also between two at once. */
    async insert(
      tx: Tx,
      fields: ApplicationInput & { applicantUserId: string; createdAt: Date; updatedAt: Date },
    ): Promise<VendorApplication | undefined> {
      const rows: VendorApplication[] = await tx('vendors_applications')
        .insert(fields)
        .onConflict(tx.raw(`(applicant_user_id) where status = 'pending'`))
        .ignore()
        .returning('*');
      return rows[0];
    },

    /** Of one applicant, or of all. */
    list(applicantUserId: string | null, query: ListQuery): Promise<Page<VendorApplication>> {
      return listPage<VendorApplication>({
        base: knex('vendors_applications').where(applicantUserId ? { applicantUserId } : {}),
        query,
        columns: {},
        idColumn: 'id',
        searchColumns: ['displayName', 'legalName', 'contactEmail', 'gstin'],
        select: ['*'],
      });
    },

    async find(id: string): Promise<VendorApplication | undefined> {
      return knex<VendorApplication>('vendors_applications').where({ id }).first();
    },

    async exists(tx: Tx, id: string): Promise<boolean> {
      const row: unknown = await tx('vendors_applications').where({ id }).first('id');
      return row !== undefined;
    },

    /** Decides a pending application, or nothing: of two that try, one gets the row. */
    async decide(tx: Tx, id: string, decision: Decision): Promise<VendorApplication | undefined> {
      const rows: VendorApplication[] = await tx('vendors_applications')
        .where({ id, status: 'pending' })
        .update({ ...decision, updatedAt: decision.decidedAt })
        .returning('*');
      return rows[0];
    },

    async setVendor(tx: Tx, id: string, vendorId: string): Promise<void> {
      await tx('vendors_applications').where({ id }).update({ vendorId });
    },
  };
}

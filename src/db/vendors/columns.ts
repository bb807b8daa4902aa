import { instant, integer, jsonOf, nullable, text, textOf, uuid } from '#domain/_shared/columns.js';
import type { Address } from '#domain/_shared/address.js';
import { vendorApplicationColumns } from '#domain/vendors/vendor-application.js';

/** The columns of the tables of this feature. */
export const vendorsTables = {
  vendors: {
    gstScheme: textOf<'regular' | 'composition'>(),
    enrolmentNumber: nullable(text),
    id: uuid,
    organizationId: nullable(uuid),
    slug: text,
    displayName: text,
    legalName: nullable(text),
    gstin: nullable(text),
    stateCode: nullable(text),
    address: nullable(jsonOf<Address>()),
    supportEmail: nullable(text),
    supportPhone: nullable(text),
    status: textOf<'active' | 'suspended'>(),
    commissionBps: integer,
    createdAt: instant,
    updatedAt: instant,
    deletedAt: nullable(instant),
  },
  vendors_applications: { ...vendorApplicationColumns },
  vendors_former_slugs: { slug: text, vendorId: uuid, createdAt: instant },
};

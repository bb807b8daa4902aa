import { instant, integer, nullable, text, uuid } from '#domain/_shared/columns.js';

/** The columns of the tables of this feature. */
export const mediaTables = {
  media_files: {
    id: uuid,
    key: text,
    vendorId: nullable(uuid),
    fileName: text,
    contentType: text,
    size: integer,
    width: nullable(integer),
    height: nullable(integer),
    createdBy: text,
    createdAt: instant,
  },
};

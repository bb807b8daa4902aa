import { type EntityFactories, type EntityWorld, insertedRow } from '../_support/entity-factory.js';
import { newId } from '#lib/ids.js';

const file = (container: EntityWorld['container'], vendorId: string | null) =>
  insertedRow(container, 'media_files', {
    key: `media/${vendorId ? `vendors/${vendorId}` : 'platform'}/${newId()}.png`,
    vendorId,
    fileName: 'lamp.png',
    contentType: 'image/png',
    size: 1_000,
    width: 10,
    height: 10,
    createdBy: 'test',
  });

export const mediaEntities: EntityFactories = {
  media: ({ container }) => file(container, null),
  vendorMedia: ({ container, vendor }) => file(container, vendor.vendorId),
};

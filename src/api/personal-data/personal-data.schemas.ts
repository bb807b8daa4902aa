import { z } from 'zod';
import { listQuerySchema } from '#api/kernel/list-query.js';
import { emailSchema, idSchema, instantSchema, iso } from '#api/kernel/values.js';
import { type Erasure, erasureBlockers, erasureStatuses } from '#domain/personal-data/erasure.js';
import {
  type PersonalExport,
  personalExportFormats,
  personalExportStatuses,
} from '#domain/personal-data/personal-data-export.js';

export const personalExportListQuery = listQuerySchema();

export const personalExportInput = z
  .object({
    format: z
      .enum(personalExportFormats)
      .default('json')
      .meta({
        description:
          '`json`: one JSON object. `zip`: one JSON file for each kind of data, the stored PDFs of invoices and credit notes, and ' +
          'a README that says what each file is',
      }),
  })
  .meta({ id: 'PersonalDataExportInput' });

export const personalExportSchema = z
  .object({
    id: idSchema,
    status: z
      .enum(personalExportStatuses)
      .meta({ description: '`expired` from `expiresAt` on: the file is deleted' }),
    format: z.enum(personalExportFormats),
    rowCount: z.int().meta({ description: 'Rows that the file has, or has so far' }),
    fileSize: z.int().meta({ description: 'Bytes' }),
    error: z.string().nullable(),
    createdAt: instantSchema,
    completedAt: instantSchema.nullable(),
    expiresAt: instantSchema.nullable(),
  })
  .meta({ id: 'PersonalDataExport' });

export function personalExportResponse({
  userId: _userId,
  ...row
}: PersonalExport): z.input<typeof personalExportSchema> {
  const { createdAt, completedAt, expiresAt } = row;
  return { ...row, createdAt: iso(createdAt), completedAt: iso(completedAt), expiresAt: iso(expiresAt) };
}

export const erasureInput = z.object({
  forfeitStoreCredit: z
    .boolean()
    .default(false)
    .meta({ description: 'Gives up store credit that is left; without it such an account is not erased' }),
});

export const guestErasureInput = z.object({ email: emailSchema });

export const erasureListQuery = listQuerySchema({ params: { status: erasureStatuses } });

const ownFields = {
  id: idSchema,
  status: z.enum(erasureStatuses),
  dueAt: instantSchema.meta({ description: 'Until then it can be cancelled' }),
  blockedBy: z
    .array(z.enum(erasureBlockers))
    .meta({ description: 'Why it did not begin when it was due; it is tried again each day' }),
  createdAt: instantSchema,
  startedAt: instantSchema.nullable(),
  endedAt: instantSchema.nullable(),
};

export const ownErasureSchema = z.object(ownFields).meta({ id: 'OwnErasure' });

export const erasureSchema = z
  .object({
    ...ownFields,
    userId: idSchema.nullable().meta({ description: 'Null for a guest' }),
    email: z.string().nullable().meta({ description: 'Null once the request has ended' }),
    forfeitStoreCredit: z.boolean(),
    tablesDone: z.int().meta({ description: 'Tables that are erased' }),
    rowsDone: z.int().meta({ description: 'Rows of all tables that are erased' }),
  })
  .meta({ id: 'Erasure' });

export function ownErasureResponse({
  id,
  status,
  dueAt,
  blockedBy,
  createdAt,
  startedAt,
  endedAt,
}: Erasure): z.input<typeof ownErasureSchema> {
  return {
    id,
    status,
    blockedBy,
    dueAt: iso(dueAt),
    createdAt: iso(createdAt),
    startedAt: iso(startedAt),
    endedAt: iso(endedAt),
  };
}

export function erasureResponse(erasure: Erasure): z.input<typeof erasureSchema> {
  const { userId, email, forfeitStoreCredit, tablesDone, rowsDone } = erasure;
  return {
    ...ownErasureResponse(erasure),
    userId,
    email,
    forfeitStoreCredit,
    tablesDone: tablesDone.length,
    rowsDone,
  };
}

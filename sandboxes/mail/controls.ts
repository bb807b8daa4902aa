import { z } from 'zod';
import { type Controls, createControls } from '../_shared/controls.js';
import { type Faults, faultShape, noFaults } from '../_shared/faults.js';

/** `latencyMs`, `failNext` and `loseNext` are for the HTTP API. */
export interface MailControls extends Faults {
  /** The HTTP API responds to every call with this status; null: as usual. */
  apiStatus: 400 | 401 | 403 | 413 | 429 | null;
  /** These recipients are refused for good: by SMTP with 550, by the HTTP API with 400 that names them. */
  refuseRecipients: string[];
  /** SMTP puts off the next so many messages (451). */
  deferNext: number;
  /** SMTP takes the next so many messages whole, then hangs up without a response. */
  hangUpNext: number;
  /** SMTP takes messages whole and holds its responses back for as long as this is set. */
  holdResponses: boolean;
  /** Events of the HTTP API come twice, in any order, or not at all. */
  duplicateEvents: boolean;
  shuffleEvents: boolean;
  dropEvents: boolean;
}

const initial: MailControls = {
  ...noFaults,
  apiStatus: null,
  refuseRecipients: [],
  deferNext: 0,
  hangUpNext: 0,
  holdResponses: false,
  duplicateEvents: false,
  shuffleEvents: false,
  dropEvents: false,
};

const schema: z.ZodType<Partial<MailControls>> = z
  .strictObject({
    ...faultShape,
    apiStatus: z.union([z.literal([400, 401, 403, 413, 429]), z.null()]),
    refuseRecipients: z.array(z.string()),
    deferNext: z.number().int().min(0),
    hangUpNext: z.number().int().min(0),
    holdResponses: z.boolean(),
    duplicateEvents: z.boolean(),
    shuffleEvents: z.boolean(),
    dropEvents: z.boolean(),
  })
  .partial();

export function createMailControls(): Controls<MailControls> {
  return createControls(initial, schema);
}

import { type Request, type Response, Router } from 'express';
import { z } from 'zod';
import { carrierResponse } from './carrier-response.js';
import type { CarrierControls } from './controls.js';
import { type CourierAccount, courierAccounts } from './couriers.js';

const pincode = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^\d{6}$/));
const positive = z.number().positive();

const lane = z.object({ pickup_pincode: pincode, drop_pincode: pincode });
const questions = z
  .array(
    lane.extend({
      optional: z
        .object({
          length: positive,
          breadth: positive,
          height: positive,
          weight: z.int().positive(),
          invoice_value: z.number().nonnegative(),
          order_type: z.enum(['COD', 'PREPAID']),
          cp_id: z.int(),
          service_type: z.enum(['FORWARD', 'RVP']),
        })
        .partial()
        .optional(),
    }),
  )
  .min(1);
type Question = z.infer<typeof questions>[number];

/** Rupees for each half kilogram of the nearest lane, and days on the road. */
const contracts: Readonly<Record<string, { rate: number; days: number | null }>> = {
  DELHIVERY_SURFACE: { rate: 42, days: 4 },
  DELHIVERY_AIR: { rate: 71, days: 2 },
  // Its contract says nothing of days: they are predicted alone.
  BLUEDART_MAIN: { rate: 88, days: null },
  XPRESSBEES_MAIN: { rate: 39, days: 5 },
  PIGEON_MAIN: { rate: 20, days: 9 },
};

const begins = (prefixes: readonly string[], text: string) => prefixes.some((item) => text.startsWith(item));

const drops = z.array(z.object({ drop_pincode: pincode }));

/** The PIN codes that a request asks about; none of a body that cannot be read. */
function dropsOf(body: unknown): string[] {
  return (drops.safeParse(body).data ?? []).map((question) => question.drop_pincode);
}

/** PIN codes of one first digit lie in one region. */
const isNear = ({ pickup_pincode: from, drop_pincode: to }: Question): boolean => from[0] === to[0];

/** The couriers of a lane, as the aggregator's calls about PIN codes list them. */
export function laneRoutes(controls: CarrierControls, isKnown: (req: Request) => boolean): Router {
  const router = Router();

  /** The questions of a request that may be asked; undefined once it is refused. */
  function read<T>(req: Request, res: Response, schema: z.ZodType<T>): T | undefined {
    // By lane, not by count: a question about another lane never takes the refusal that a test is waiting for.
    if (dropsOf(req.body).some((code) => begins(controls.throttled, code))) {
      res.status(429).json(carrierResponse(429));
      return undefined;
    }
    if (!isKnown(req)) return void res.json(carrierResponse(301));
    const parsed = schema.safeParse(req.body);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    return void res.json(carrierResponse(400, {}, `${issue?.path.join('.')}: ${issue?.message}`));
  }

  function offerOf(question: Question, { courier_partner_id: cpId, account_code: code }: CourierAccount) {
    const { rate = 50, days = null } = contracts[code] ?? {};
    const steps = Math.ceil((question.optional?.weight ?? 500) / 500);
    const charge = Math.round(rate * steps * (isNear(question) ? 1 : 1.6) * 100) / 100;
    const cash = !begins(controls.withoutCash, question.drop_pincode);
    return {
      cp_id: cpId,
      account_code: code,
      serviceable: { PREPAID: true, COD: cash, EXCHANGE: false },
      comitted_sla: controls.charges ? days && (isNear(question) ? days - 1 : days) : null,
      shipping_charge: controls.charges
        ? { PREPAID: charge, COD: cash ? Math.round((charge + 35) * 100) / 100 : null }
        : {},
    };
  }

  // Only the accounts that serve the lane in one way at least are listed, as by the aggregator.
  router.post('/api/v1/serviceability_api/', (req, res) => {
    const asked = read(req, res, questions);
    if (!asked) return;
    const result = asked.flatMap((question) => {
      const unserved = [question.pickup_pincode, question.drop_pincode];
      if (unserved.some((code) => begins(controls.unserved, code))) return [];
      const { cp_id: cpId } = question.optional ?? {};
      return courierAccounts
        .filter((item) => item.account_active && (cpId === undefined || item.courier_partner_id === cpId))
        .map((item) => offerOf(question, item));
    });
    res.json(carrierResponse(200, { result }, 'SUCCESS'));
  });

  router.post('/api/v1/predicted_sla_api/', (req, res) => {
    const asked = read(req, res, z.array(lane).min(1));
    if (!asked) return;
    const result = asked.map((question) => {
      const extra = isNear(question) ? 0 : 1;
      const all = Object.fromEntries(
        [4, 5, 6].map((cpId) => [String(cpId), [cpId === 5 ? 1 + extra : 2 + extra, 3 + extra]]),
      );
      return {
        predicted_sla_min: 1 + extra,
        predicted_sla_max: 3 + extra,
        min_sla_cp_id: 5,
        all_map: all,
      };
    });
    res.json(carrierResponse(200, { result }, 'SUCCESS'));
  });

  return router;
}

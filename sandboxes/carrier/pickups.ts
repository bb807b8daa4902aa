import { type Request, Router } from 'express';
import { z } from 'zod';
import { carrierResponse } from './carrier-response.js';
import type { CarrierControls } from './controls.js';
import { courierNameOf } from './couriers.js';

const text = z.string().min(1);
const body = z.object({
  pickup_date: z.iso.datetime({ offset: true }),
  courier_partner: z.int(),
  items: text.max(200),
  pickup_pincode: z.string().regex(/^\d{6}$/),
  pickup_email: text,
  pickup_phone: z.string().regex(/^\d{10,11}$/),
  pickup_name: text,
  pickup_city: text,
  pickup_state: text,
  pickup_address: text,
});

const DAY_MS = 24 * 60 * 60 * 1_000;
const INDIA_MS = 5.5 * 60 * 60 * 1_000;
const dayOf = (at: number) => new Date(at + INDIA_MS).toISOString().slice(0, 10);

/** Requests of visits: none on Sundays, none in the past, and one a day for each key and courier. */
export function pickupRoutes(
  controls: CarrierControls,
  keyOf: (req: Request) => string | undefined,
  now: () => Date = () => new Date(),
): Router {
  const router = Router();
  const known = new Map<string, number>();
  router.post('/api/v1/create-pickup/', (req, res) => {
    const key = keyOf(req);
    if (!key) return void res.json(carrierResponse(301));
    const refusal = controls.pickupNext.shift();
    if (refusal) return void res.json(carrierResponse(refusal));
    const parsed = body.safeParse(req.body);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return void res.json(carrierResponse(400, {}, `${issue?.path.join('.')}: ${issue?.message}`));
    }
    const { pickup_date: date, courier_partner: cpId } = parsed.data;
    if (!courierNameOf(cpId)) return void res.json(carrierResponse(302));
    const asked = Date.parse(date);
    const day = dayOf(asked);
    if (day < dayOf(now().getTime()))
      return void res.json(carrierResponse(400, {}, 'Pickup date is in the past'));
    if (new Date(`${day}T12:00:00Z`).getUTCDay() === 0)
      return void res.json(carrierResponse(400, {}, 'No pickup on Sundays'));
    const given = dayOf(asked + controls.pickupShiftDays * DAY_MS);
    const name = `${key} ${cpId} ${given}`;
    const before = known.get(name);
    if (before)
      return void res.json(
        carrierResponse(400, {}, `Pickup request already exists for this date: ${before}`),
      );
    const number = 5_000 + known.size;
    known.set(name, number);
    const result = {
      location: 'BOMAD',
      confirmation_number: String(number),
      // Most couriers say nothing of the day.
      ...(controls.pickupShiftDays > 0 && { pickup_date: given }),
    };
    res.json(carrierResponse(200, { result }, 'SUCCESS'));
  });
  return router;
}

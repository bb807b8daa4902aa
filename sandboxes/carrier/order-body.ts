import { z } from 'zod';
import { courierAccounts } from './couriers.js';

const text = z.string().min(1);

const item = z.object({
  sku: text,
  description: text,
  quantity: z.int().positive(),
  price: z.number().nonnegative(),
  weight: z.number().positive().optional(),
});

const pickup = z.object({
  pickup_name: text.max(100),
  pickup_phone: text,
  pickup_pincode: z.string().regex(/^\d{6}$/),
  pickup_address: text.max(500),
  pickup_city: text.max(200),
  pickup_state: text.max(200),
  pickup_country: z.literal('IN'),
  pickup_time: z.iso.datetime({ offset: true }),
  email: text,
  tin: text,
});

const drop = z.object({
  drop_name: text.max(100),
  drop_phone: text,
  drop_address: text.max(500),
  drop_pincode: text,
  drop_city: text,
  drop_state: text,
  drop_country: text,
  drop_email: text,
});

const order = z.object({
  pickup_info: pickup,
  drop_info: drop,
  shipment_details: z.object({
    invoice_value: z.number().nonnegative(),
    invoice_number: text.max(50),
    invoice_date: z.iso.date(),
    reference_number: text,
    length: z.int().positive(),
    breadth: z.int().positive(),
    height: z.int().positive(),
    weight: z.int().positive(),
    cod_value: z.number().nonnegative(),
    order_type: z.string(),
    courier_partner_id: z.coerce.number().int(),
    items: z.array(item),
  }),
  additional: z.object({
    account_code: text,
    label: z.boolean().optional(),
    async: z.boolean().optional(),
    order_id: text.max(50),
    delivery_type: z.string(),
    rvp_reason: z.string().max(500).optional(),
  }),
});
export type CarrierOrder = z.infer<typeof order>;

/** Couriers that collect nothing from buyers. */
const withoutReverse = new Set([5]);

/** The order, or the status of the aggregator's error table that refuses it. */
export function readOrderBody(body: unknown): { order: CarrierOrder } | { status: number; message?: string } {
  const details = (body as { shipment_details?: Record<string, unknown> } | null)?.shipment_details;
  if (!details) return { status: 314, message: 'shipment_details is missing' };
  if (!Array.isArray(details['items']) || details['items'].length === 0) return { status: 312 };
  if (!z.array(item).safeParse(details['items']).success) return { status: 313 };
  const parsed = order.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { status: 400, message: `${issue?.path.join('.')}: ${issue?.message}` };
  }
  const { shipment_details: shipment, additional } = parsed.data;
  if (!['COD', 'PREPAID', 'EXCHANGE'].includes(shipment.order_type)) return { status: 307 };
  if (!['FORWARD', 'RVP'].includes(additional.delivery_type)) return { status: 309 };
  if (additional.delivery_type === 'RVP' && !additional.rvp_reason) return { status: 310 };
  if (additional.delivery_type === 'RVP' && withoutReverse.has(shipment.courier_partner_id))
    return { status: 311 };
  const cash = shipment.order_type === 'COD';
  if (cash ? shipment.cod_value <= 0 : shipment.cod_value !== 0) return { status: 315 };
  const partner = courierAccounts.filter((item) => item.courier_partner_id === shipment.courier_partner_id);
  if (partner.length === 0) return { status: 302 };
  const account = partner.find((item) => item.account_code === additional.account_code);
  if (!account) return { status: 351 };
  return account.account_active ? { order: parsed.data } : { status: 353 };
}

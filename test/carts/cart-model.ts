/** A shop as plainly as can be: what carts, orders, stock and coupons have to come to. Amounts in subunits. */
export interface ModelDiscount {
  id: string;
  code: string;
  percent: number;
  /** Instead of a percentage. */
  fixed?: number;
  totalLimit?: number;
  customerLimit?: number;
  firstOrder?: boolean;
  alone?: boolean;
}

export interface ModelVariant {
  id: string;
  price: number;
  stock: number;
}

export interface ModelOrder {
  status: 'pending_payment' | 'confirmed' | 'cancelled';
  /** Whether its time to pay is over: then money that comes late brings it back. */
  expired: boolean;
  /** Whether money has arrived for it. */
  paid: boolean;
  byCash: boolean;
  total: number;
  items: ReadonlyMap<ModelVariant, number>;
  coupons: readonly ModelDiscount[];
}

export interface CartModel {
  variants: readonly ModelVariant[];
  discounts: readonly ModelDiscount[];
  items: Map<ModelVariant, number>;
  coupons: ModelDiscount[];
  orders: ModelOrder[];
}

const live = ({ orders }: CartModel) => orders.filter(({ status }) => status !== 'cancelled');

/** How often a discount is in use: by the live orders that show it. There is one buyer, so it is the customer's too. */
export function usesOf(model: CartModel, discount: ModelDiscount): number {
  return live(model).filter(({ coupons }) => coupons.includes(discount)).length;
}

export function reservedOf(model: CartModel, variant: ModelVariant): number {
  return live(model).reduce((sum, { items }) => sum + (items.get(variant) ?? 0), 0);
}

function hasUses(model: CartModel, discount: ModelDiscount): boolean {
  const uses = usesOf(model, discount);
  return uses < (discount.totalLimit ?? Infinity) && uses < (discount.customerLimit ?? Infinity);
}

/** What the coupons take off the cart in their order, each on what the earlier ones left; 0 for one that is refused. */
export function quoteOf(model: CartModel): { amounts: number[]; total: number } {
  let left = [...model.items].reduce((sum, [{ price }, quantity]) => sum + price * quantity, 0);
  const applied: ModelDiscount[] = [];
  const amounts = model.coupons.map((discount) => {
    const amount =
      discount.fixed === undefined
        ? Math.floor((left * discount.percent + 50) / 100)
        : Math.min(discount.fixed, left);
    const alone = discount.alone ? applied.length > 0 : applied.some((other) => other.alone);
    const later = discount.firstOrder && live(model).length > 0;
    if (alone || later || amount === 0 || !hasUses(model, discount)) return 0;
    applied.push(discount);
    left -= amount;
    return amount;
  });
  return { amounts, total: left };
}

const fits = (model: CartModel, items: ReadonlyMap<ModelVariant, number>) =>
  [...items].every(([variant, quantity]) => reservedOf(model, variant) + quantity <= variant.stock);

export function canPlace(model: CartModel): boolean {
  return model.items.size > 0 && fits(model, model.items);
}

/** The order that the cart becomes; a new cart takes its place. */
export function place(model: CartModel, byCash: boolean): ModelOrder {
  const { amounts, total } = quoteOf(model);
  const order: ModelOrder = {
    status: byCash || total === 0 ? 'confirmed' : 'pending_payment',
    expired: false,
    paid: total === 0,
    byCash,
    total,
    items: new Map(model.items),
    coupons: model.coupons.filter((_discount, index) => (amounts[index] ?? 0) > 0),
  };
  model.orders.push(order);
  model.items.clear();
  model.coupons = [];
  return order;
}

/** Money arrives, in time or late: an expired order comes back where everything of it is still there. */
export function pay(model: CartModel, order: ModelOrder): void {
  if (order.paid) return;
  order.paid = true;
  if (order.status === 'pending_payment') order.status = 'confirmed';
  else if (
    order.expired &&
    fits(model, order.items) &&
    order.coupons.every((coupon) => hasUses(model, coupon))
  )
    order.status = 'confirmed';
}

import { wholeNumber } from '../../supervisor/arguments.mjs';
import type { Shape } from './grow-marketplace.js';

/** Of a marketplace: all of its rows, those of the demo data included. */
export interface Size {
  products: number;
  orders: number;
}

export const LARGEST_SCALE = 200;
const PRODUCTS_PER_SCALE = 500;
const ORDERS_PER_SCALE = 5_000;

/** Undefined keeps what the demo data has. */
export interface SizeOptions {
  scale?: string;
  products?: string;
  orders?: string;
}

/**
 * Reads `--scale`, `--products` and `--orders`. Scale 1 is the demo data; scale n has 500 n products and 5,000 n
 * orders, up to 100,000 and a million.
 * @throws Error naming the option and its rule
 */
export function readSize({ scale, products, orders }: SizeOptions): Partial<Size> {
  const factor = scale === undefined ? 1 : wholeNumber('scale', scale, 1, LARGEST_SCALE);
  const scaled =
    factor > 1 ? { products: factor * PRODUCTS_PER_SCALE, orders: factor * ORDERS_PER_SCALE } : {};
  return {
    ...scaled,
    ...(products === undefined ? {} : { products: wholeNumber('products', products, 1, 10_000_000) }),
    ...(orders === undefined ? {} : { orders: wholeNumber('orders', orders, 1, 100_000_000) }),
  };
}

/** @throws Error for a size that copies of the demo data cannot have */
export function refuseSize(size: Partial<Size>, shape: Shape): Size {
  const { products = shape.allProducts, orders = shape.allOrders } = size;
  if (products < shape.allProducts)
    throw new Error(`--products is at least ${shape.allProducts}, the demo data`);
  if (orders < shape.allOrders) throw new Error(`--orders is at least ${shape.allOrders}, the demo data`);
  const least = shape.allProducts + shape.products;
  if (orders > shape.allOrders && products < least) {
    throw new Error(
      `More orders than ${shape.allOrders} want --products of at least ${least}: a second catalog to buy from`,
    );
  }
  return { products, orders };
}

import type { Address } from '#domain/_shared/address.js';
import { slugify } from '#domain/_shared/slug.js';
import type { Calendar } from './calendar.js';
import { createDraw, createIds, type Draw } from './draw.js';
import { cities, type City, familyNames, givenNames } from './people.words.js';
import { gstinOf } from './plan-vendors.js';
import { customerAccount } from './sign-in-accounts.js';

export interface PlannedBuyer {
  userId: string;
  name: string;
  email: string;
  shippingAddress: Address;
  billingAddress: Address;
  createdAt: Date;
}

/** The customer account among them. */
const BUYERS = 60;

/** A business that buys has its invoices made out to its registration. */
const BUSINESSES_IN_100 = 6;

/** Those who buy; the first one is the customer account. */
export function planBuyers(seed: number, calendar: Calendar): PlannedBuyer[] {
  const draw = createDraw(seed, 'buyers');
  const newId = createIds(seed, 'buyers');
  const [home] = cities;
  if (!home) throw new Error('There is no city to live in');
  return Array.from({ length: BUYERS }, (_, index) => {
    const isCustomer = index === 0;
    const name = isCustomer ? 'Asha Rao' : `${draw.pick(givenNames)} ${draw.pick(familyNames)}`;
    const address = addressOf(draw, name, isCustomer ? home : draw.pick(cities));
    const business = !isCustomer && draw.percent(BUSINESSES_IN_100);
    return {
      userId: newId(),
      name,
      email: isCustomer ? customerAccount.email : `${slugify(name)}-${index}@example.com`,
      shippingAddress: address,
      billingAddress: business ? businessAddress(draw, address) : address,
      createdAt: calendar.daysAgo(draw.whole(61, 360), draw.whole(0, 1439)),
    };
  });
}

function addressOf(draw: Draw, name: string, { city, stateCode, postalCodes, streets }: City): Address {
  return {
    name,
    phone: `+9198${String(draw.whole(10_000_000, 99_999_999))}`,
    line1: `${draw.whole(1, 240)} ${draw.pick(streets)}`,
    line2: draw.percent(40) ? `Flat ${draw.whole(1, 14)}0${draw.whole(1, 6)}` : null,
    city,
    stateCode,
    postalCode: draw.pick(postalCodes),
    country: 'IN',
    gstin: null,
  };
}

function businessAddress(draw: Draw, home: Address): Address {
  const [family = ''] = home.name.split(' ').slice(-1);
  const letters = draw.several([...'ABCDEGHKLMNPQRSTUVWXYZ'], 3).join('');
  const pan = `${letters}F${family.charAt(0).toUpperCase()}${draw.whole(1000, 9999)}${draw.pick([...'BCDEHKLMNPQR'])}`;
  return { ...home, name: `${family} & Company`, gstin: gstinOf(home.stateCode, pan) };
}

import type { CourierAccount, ParcelSize } from './carrier-config.js';
import { type CourierCode, courierTitle, isCourierCode } from './couriers.js';
import { expectedDay } from './expected-day.js';

/** A parcel that is to go from one PIN code to another. */
export interface Lane {
  from: string;
  to: string;
  size: ParcelSize;
  /** Subunits that its buyer pays for it. */
  value: number;
  /** Paid at the door. */
  cash: boolean;
}

/** What a courier account offers for a lane. Charges in subunits; null where its contract says nothing. */
export interface CourierQuote extends CourierAccount {
  prepaid: boolean;
  cash: boolean;
  prepaidCharge: number | null;
  cashCharge: number | null;
  /** Days on the road, from the pickup on. */
  days: { min: number; max: number } | null;
}

/** A courier of the account's map that serves a lane. */
export interface CourierOption extends CourierAccount {
  code: CourierCode;
  name: string;
  charge: number | null;
  days: { min: number; max: number } | null;
  /** `YYYY-MM-DD` in India. */
  expectedOn: string | null;
  cashOnDelivery: boolean;
  cheapest: boolean;
  fastest: boolean;
}

const NEVER = Number.MAX_SAFE_INTEGER;
const chargeOf = ({ charge }: CourierOption) => charge ?? NEVER;
const leastOf = ({ days }: CourierOption) => days?.min ?? NEVER;
const daysOf = ({ days }: CourierOption) => days?.max ?? NEVER;

/** The mapped couriers that serve a lane in its way of payment, the cheapest first. */
export function courierOptions(
  quotes: readonly CourierQuote[],
  courierMap: Readonly<Record<string, CourierAccount>>,
  { cash, pickupAt }: { cash: boolean; pickupAt: Date },
): CourierOption[] {
  const options = Object.entries(courierMap).flatMap(([code, { cpId, accountCode }]): CourierOption[] => {
    const quote = quotes.find((item) => item.cpId === cpId && item.accountCode === accountCode);
    if (!isCourierCode(code) || !quote || !(cash ? quote.cash : quote.prepaid)) return [];
    const { days } = quote;
    return [
      {
        code,
        name: courierTitle(code),
        cpId,
        accountCode,
        days,
        cashOnDelivery: quote.cash,
        charge: cash ? quote.cashCharge : quote.prepaidCharge,
        expectedOn: days && expectedDay(pickupAt, days.max),
        cheapest: false,
        fastest: false,
      },
    ];
  });
  options.sort((a, b) => chargeOf(a) - chargeOf(b) || daysOf(a) - daysOf(b) || a.name.localeCompare(b.name));
  const [first] = options;
  const [fastest] = [...options].sort(
    (a, b) => daysOf(a) - daysOf(b) || leastOf(a) - leastOf(b) || chargeOf(a) - chargeOf(b),
  );
  if (first && first.charge !== null) first.cheapest = true;
  if (fastest && fastest.days !== null) fastest.fastest = true;
  return options;
}

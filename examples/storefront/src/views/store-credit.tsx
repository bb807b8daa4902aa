import type { DataOf } from 'haat-client';
import { day, money } from './kit.js';

type Movement = DataOf<'getStoreStoreCreditMovements'>[number];

const words: Record<Movement['kind'], string> = {
  granted: 'From the store',
  deducted: 'Taken back by the store',
  refunded: 'Refund',
  spent: 'Paid',
  released: 'Given back',
};

/** What the buyer has, and the latest changes. */
export const StoreCredit = ({
  credit,
  movements,
  timeZone,
}: {
  credit: DataOf<'getStoreStoreCredit'>;
  movements: Movement[];
  timeZone: string;
}) => (
  <>
    <h2>Store credit: {money(credit.balance, credit.currency)}</h2>
    {movements.length === 0 && <p className="quiet">Refunds can go here, and pay your next order.</p>}
    <ul className="orders">
      {movements.map(({ id, kind, amount, currency, orderId, orderNumber, createdAt }) => (
        <li key={id}>
          <span>
            {words[kind]} {orderId && orderNumber && <a href={`/orders/${orderId}`}>{orderNumber}</a>}
          </span>
          <span className="quiet">{day(createdAt, timeZone)}</span>
          <span>{`${amount > 0 ? '+' : '−'}${money(Math.abs(amount), currency)}`}</span>
        </li>
      ))}
    </ul>
  </>
);

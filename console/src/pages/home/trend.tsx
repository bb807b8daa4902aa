import { Card, Text, Title } from '@mantine/core';
import { useDeclarations } from '../../lib/declarations.js';
import { dayOf, minuteOf, money } from '../../lib/format.js';

/** Sales over time as bars; each bar says its figures, and the table below has them all. */
export function Trend({
  points,
  currency,
}: {
  points: { bucket: string; revenue: number; orders: number }[];
  currency: string;
}) {
  const { store } = useDeclarations();
  const most = Math.max(1, ...points.map(({ revenue }) => revenue));
  if (points.every(({ orders }) => orders === 0))
    return (
      <Card withBorder padding="lg">
        <Title order={2}>Sales</Title>
        <Text size="sm" c="dimmed">
          No sales in this span. Orders count as soon as they are confirmed.
        </Text>
      </Card>
    );
  return (
    <Card withBorder padding="lg">
      <Title order={2} mb="md">
        Sales
      </Title>
      <div
        style={{ display: 'flex', alignItems: 'flex-end', gap: 2, height: 150 }}
        role="img"
        aria-label="Sales over time; the table has the figures"
      >
        {points.map(({ bucket, revenue, orders }) => (
          <div
            key={bucket}
            title={`${dayOf(bucket, store)}: ${money(revenue, currency)}, ${orders} orders`}
            style={{
              flex: 1,
              minWidth: 2,
              height: `${Math.max(2, (revenue / most) * 100)}%`,
              background: 'var(--mantine-primary-color-filled)',
              opacity: revenue > 0 ? 1 : 0.15,
              borderRadius: '3px 3px 0 0',
            }}
          />
        ))}
      </div>
      <details style={{ marginTop: 12 }}>
        <summary>
          <Text span size="sm" c="dimmed">
            The figures as a table
          </Text>
        </summary>
        <table style={{ fontSize: 13, borderSpacing: '16px 4px' }}>
          <tbody>
            {points.map(({ bucket, revenue, orders }) => (
              <tr key={bucket}>
                <th scope="row" style={{ fontWeight: 400, textAlign: 'left' }}>
                  {minuteOf(bucket, store)}
                </th>
                <td style={{ textAlign: 'right' }}>{money(revenue, currency)}</td>
                <td style={{ textAlign: 'right' }}>{orders} orders</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Card>
  );
}

import { addDays, dayStart, monthOf, nextMonth } from '#domain/analytics/local-days.js';
import type { Calendar, Period } from '#domain/analytics/periods.js';
import { boundedPeriods } from '#domain/analytics/periods.js';
import type { TrendBucket } from '#domain/analytics/snapshot.js';
import type { DaySales, HourSales } from '#db/analytics/trend.query.js';

const HOUR_MS = 3_600_000;

interface Sales {
  hours: readonly HourSales[];
  days: readonly DaySales[];
  months: readonly DaySales[];
}

/** Every bucket up to the current one, with zeros where nothing was sold: hours of today, days, or months. */
export function buildTrend(period: Period, { now, zone, today }: Calendar, sales: Sales): TrendBucket[] {
  if (period === 'today') {
    const start = dayStart(today, zone).getTime();
    const count = Math.floor((now.getTime() - start) / HOUR_MS) + 1;
    const byHour = new Map(sales.hours.map((item) => [item.hour, item]));
    return Array.from({ length: count }, (_, hour) =>
      bucketOf(new Date(start + hour * HOUR_MS), byHour.get(hour)),
    );
  }
  if (period === 'all_time') return months(zone, today, sales.months);
  const days = boundedPeriods[period];
  const byDay = new Map(sales.days.map((item) => [item.bucket, item]));
  return Array.from({ length: days }, (_, index) => {
    const day = addDays(today, index + 1 - days);
    return bucketOf(dayStart(day, zone), byDay.get(day));
  });
}

function months(zone: string, today: string, sales: readonly DaySales[]): TrendBucket[] {
  const byMonth = new Map(sales.map((item) => [item.bucket, item]));
  const last = monthOf(today);
  const buckets: TrendBucket[] = [];
  for (let month = [...byMonth.keys(), last].sort()[0] ?? last; month <= last; month = nextMonth(month))
    buckets.push(bucketOf(dayStart(month, zone), byMonth.get(month)));
  return buckets;
}

function bucketOf(start: Date, sales: { revenue: number; orders: number } | undefined): TrendBucket {
  return { bucket: start.toISOString(), revenue: sales?.revenue ?? 0, orders: sales?.orders ?? 0 };
}

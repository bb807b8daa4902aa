const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const two = (number: string) => number.padStart(2, '0');

/** A cron expression in words, for the forms that schedules have: `every 5 minutes`, `daily at 21:10`. Others as they are. */
export function cronWords(cron: string): string {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = cron.trim().split(/\s+/);
  if (day !== '*' || month !== '*') return cron;
  const step = /^\*\/(\d+)$/;
  if (hour === '*' && weekday === '*') {
    const minutes = step.exec(minute)?.[1];
    if (minute === '*') return 'every minute';
    if (minutes) return `every ${minutes} minutes`;
    if (/^\d+$/.test(minute)) return `every hour at minute ${minute}`;
  }
  if (!/^\d+$/.test(minute)) return cron;
  const hours = step.exec(hour)?.[1];
  if (hours && weekday === '*') return `every ${hours} hours at minute ${minute}`;
  const [, from, to] = /^(\d+)-(\d+)$/.exec(hour) ?? [];
  if (from && to && weekday === '*')
    return `hourly from ${two(from)}:${two(minute)} to ${two(to)}:${two(minute)}`;
  if (!/^\d+$/.test(hour)) return cron;
  const at = `${two(hour)}:${two(minute)}`;
  if (weekday === '*') return `daily at ${at}`;
  const name = DAYS[Number(weekday) % 7];
  return /^\d$/.test(weekday) && name ? `every ${name} at ${at}` : cron;
}

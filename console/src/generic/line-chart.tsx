import { useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';

interface Props {
  name: string;
  points: readonly { at: string; value: number }[];
  format: (value: number) => string;
  /** The day of an instant, as the table beside it writes it. */
  day: (ms: number) => string;
  height?: number;
}

const css = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** A line over time. The figures stand in a table beside it: a canvas says nothing to a screen reader. */
export function LineChart({ name, points, format, day, height = 220 }: Props) {
  const { ref, width } = useElementSize();
  const place = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light');
  const formatter = useRef(format);
  formatter.current = format;
  const dayOf = useRef(day);
  dayOf.current = day;
  const drawn = JSON.stringify(points);
  useEffect(() => {
    if (!place.current || width === 0) return undefined;
    const given = JSON.parse(drawn) as Props['points'];
    const axis = {
      stroke: css('--mantine-color-dimmed'),
      grid: { stroke: css('--mantine-color-default-border'), width: 1 },
      ticks: { show: false },
    };
    const chart = new uPlot(
      {
        width,
        height,
        legend: { live: true },
        cursor: { y: false },
        series: [
          {
            label: 'Day',
            value: (_, at) => (at === null ? '' : dayOf.current(at * 1000)),
          },
          {
            label: name,
            stroke: css('--mantine-primary-color-filled'),
            fill: `color-mix(in srgb, ${css('--mantine-primary-color-filled')} 12%, transparent)`,
            width: 2,
            points: { show: given.length < 40 },
            value: (_, value) => (value === null ? '' : formatter.current(value)),
          },
        ],
        axes: [
          axis,
          { ...axis, size: 90, values: (_, ticks) => ticks.map((tick) => formatter.current(tick)) },
        ],
        scales: { y: { range: (_, low, high) => [Math.min(0, low), Math.max(1, high)] } },
      },
      [given.map(({ at }) => new Date(at).getTime() / 1000), given.map(({ value }) => value)],
      place.current,
    );
    return () => chart.destroy();
  }, [drawn, width, height, name, scheme]);
  return (
    <div ref={ref} role="img" aria-label={`${name} over time; the table below has the figures`}>
      <div ref={place} />
    </div>
  );
}

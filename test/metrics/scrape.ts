import type { Container } from '#runtime/container.js';
import { startMetricsServer } from '#runtime/metrics/metrics-server.js';

/** One line of the exposition: a name, its labels, its value. */
export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** What a scraper gets, read. */
export interface Scrape {
  text: string;
  samples: Sample[];
  /** The sum of the samples of this name that have these labels; NaN where there is none. */
  value(name: string, labels?: Record<string, string>): number;
}

export function readSamples(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^([\w:]+)(?:\{(.*)\})? (\S+)/.exec(line) ?? [];
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, text]) => [key, text]);
      return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) };
    });
}

export async function scrape(url: string): Promise<Scrape> {
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`${url} returned ${response.status}`);
  const text = await response.text();
  const samples = readSamples(text);
  return {
    text,
    samples,
    value(name, labels = {}) {
      const fitting = samples.filter(
        (sample) =>
          sample.name === name &&
          Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
      );
      return fitting.length === 0 ? Number.NaN : fitting.reduce((sum, { value }) => sum + value, 0);
    },
  };
}

/** Serves the metrics of a test's container; its `METRICS_PORT` has to be set. */
export async function metricsUrl(container: Container): Promise<string> {
  const { url } = await startMetricsServer(container);
  if (url === null) throw new Error('METRICS_PORT is not set');
  return url;
}

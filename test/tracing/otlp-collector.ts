import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as a collector gets it. */
export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  service: string;
  attributes: Record<string, unknown>;
}

interface OtlpAttribute {
  key: string;
  value: Record<string, unknown>;
}

interface OtlpBody {
  resourceSpans: {
    resource: { attributes: OtlpAttribute[] };
    scopeSpans: {
      spans: (Omit<CollectedSpan, 'attributes' | 'service'> & { attributes: OtlpAttribute[] })[];
    }[];
  }[];
}

const plain = (attributes: OtlpAttribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** A collector in this process that speaks OTLP over HTTP, as JSON, and keeps what it is sent. */
export interface OtlpCollector {
  url: string;
  spans: CollectedSpan[];
  /** All that was sent, as text. */
  text: () => string;
  close(): Promise<void>;
}

export async function startOtlpCollector(): Promise<OtlpCollector> {
  const spans: CollectedSpan[] = [];
  const texts: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      if (request.url === '/v1/traces') {
        texts.push(text);
        for (const { resource, scopeSpans } of (JSON.parse(text) as OtlpBody).resourceSpans) {
          const service = String(plain(resource.attributes)['service.name']);
          for (const { attributes, ...span } of scopeSpans.flatMap((scope) => scope.spans))
            spans.push({ ...span, service, attributes: plain(attributes) });
        }
      }
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    text: () => texts.join('\n'),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

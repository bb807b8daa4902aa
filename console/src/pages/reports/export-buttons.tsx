import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import type { ReportMeta } from './report-page.js';
import { useReportSide } from './report-side.js';

/** The whole report as a file, which is made in the background. */
export function ExportButtons({ report, query }: { report: ReportMeta; query: Record<string, string> }) {
  const navigate = useNavigate();
  const session = useSession();
  const side = useReportSide();
  const operation = useDeclarations().get(side.export);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const key = useRef(crypto.randomUUID());
  if (!mayCall(operation, session)) return null;
  async function begin(format: 'csv' | 'xlsx'): Promise<void> {
    if (busy) return;
    setBusy(format);
    setError(null);
    try {
      const filters = query['filters'] ? (JSON.parse(query['filters']) as Record<string, string>) : undefined;
      await call(side.export, {
        path: { key: report.key },
        body: { format, from: query['from'] ?? '', to: query['to'] ?? '', ...(filters && { filters }) },
        idempotencyKey: `${key.current}-${format}`,
      });
      key.current = crypto.randomUUID();
      notifications.show({ color: 'teal', message: 'The export has begun' });
      await navigate(`${side.home}?tab=exports`);
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(null);
    }
  }
  return (
    <>
      <Group gap="xs" justify="flex-end">
        {(['csv', 'xlsx'] as const).map((format) => (
          <Button
            key={format}
            size="sm"
            variant="default"
            loading={busy === format}
            onClick={() => void begin(format)}
          >
            Export {format.toUpperCase()}
          </Button>
        ))}
      </Group>
      {error !== null && <ErrorView error={error} />}
    </>
  );
}

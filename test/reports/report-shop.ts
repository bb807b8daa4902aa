import { expect } from '@jest/globals';
import type { ReportExportResponse } from '#api/reports/reports.schemas.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import type { HttpResponse, HttpClient } from '../_support/http-client.js';
import { type PlatformOptions, startPlatform, type TestPlatform } from '../_support/platform.js';

export interface ReportShop {
  platform: TestPlatform;
  /** An administrator who may view and export. */
  http: HttpClient;
  stop(): Promise<void>;
}

/** The platform with the workers that exports need, and an administrator. */
export async function startReportShop(options: PlatformOptions = {}): Promise<ReportShop> {
  const platform = await startPlatform({ workers: ['core', 'exports'], ...options });
  const permissions = ['reports:view', 'reports:export', 'job:read', 'job:cancel'];
  const { token } = await createSession(platform.container, { permissions });
  return { platform, http: platform.http.as(token), stop: () => platform.stop() };
}

/** A range around now. */
export const aroundNow = {
  from: new Date(Date.now() - 20 * 86_400_000).toISOString(),
  to: new Date(Date.now() + 86_400_000).toISOString(),
};

export interface ExportBody {
  format: 'csv' | 'xlsx';
  from?: string;
  to?: string;
  filters?: object;
}

export async function requestExport(
  http: HttpClient,
  key: string,
  body: ExportBody,
  headers: Record<string, string> = {},
): Promise<HttpResponse<ReportExportResponse>> {
  return http.post<ReportExportResponse>(`/admin/reports/${key}/export`, { ...aroundNow, ...body }, headers);
}

/** The export once it has come to one of these states. */
export async function settled(
  http: HttpClient,
  id: string,
  statuses: ReportExportResponse['status'][] = ['ready', 'failed', 'expired'],
  side = 'admin',
): Promise<ReportExportResponse> {
  return eventually(async () => {
    const { body } = await http.get<ReportExportResponse>(`/${side}/report-exports/${id}`);
    expect(statuses).toContain(body.data.status);
    return body.data;
  });
}

/** Exports a report and reads its file. */
export async function exportedFile(
  http: HttpClient,
  key: string,
  body: ExportBody,
): Promise<{ row: ReportExportResponse; file: Buffer }> {
  const created = await requestExport(http, key, body);
  expect([created.status, created.body.data.status]).toEqual([201, 'pending']);
  const row = await settled(http, created.body.data.id);
  expect(row).toMatchObject({ status: 'ready', error: null });
  const response = await http.raw('GET', row.downloadUrl ?? '');
  expect(response.status).toBe(200);
  return { row, file: Buffer.from(await response.arrayBuffer()) };
}

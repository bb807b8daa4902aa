import type { PlatformFinding } from '#domain/health/platform-finding.js';
import { isDatabaseFull } from '#lib/full-disk.js';
import { silentServices } from '#lib/outside-calls.js';
import type { Platform } from '#operations/platform.js';

/** What this process cannot do now, read from its memory: others learn of it from its report. */
export function localFindings({ storageWatch }: Pick<Platform, 'storageWatch'>): PlatformFinding[] {
  const storage = storageWatch.problem();
  return [
    ...(storage === undefined
      ? []
      : [
          {
            kind: 'storage',
            problem: storage,
            weight: 'problem',
            part: 'storage',
            link: '/health/ready',
          } as const,
        ]),
    ...(isDatabaseFull()
      ? [
          {
            kind: 'database_full',
            problem: 'The disk of the database is full: writes are refused',
            weight: 'problem',
            link: '/health/ready',
          } as const,
        ]
      : []),
    ...silentServices().map(
      ({ service, since, reason }) =>
        ({
          kind: `outside:${service}`,
          problem: `${service} has not responded since ${new Date(since).toISOString()} (${reason}): what needs it waits or is refused`,
          weight: 'problem',
          link: '/admin/jobs',
        }) as const,
    ),
  ];
}

import { iso } from '#api/kernel/values.js';
import { AppError } from '#domain/_shared/app-error.js';
import type { Context } from '#domain/_shared/context.js';
import { definitionOf } from '#domain/_shared/error-catalogue.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { cronWords } from '#domain/jobs/cron-words.js';
import { jobsErrors } from '#domain/jobs/jobs.errors.js';
import type { EngineSchedule } from '#integrations/engine/engine-schedules.js';
import type { ScheduleEntry } from '#lib/workflow/schedule-entry.js';
import type { Platform } from '#operations/platform.js';
import type { ScheduleResponse } from './schedules.schemas.js';

/** The engine lists a change later than it makes it: until then what was done here is shown as it was described. */
const LISTED_AFTER_MS = 15_000;
/** As a pause writes it; the engine's web UI shows the same line. */
const PAUSED = /^Paused by (\S+): ([\s\S]*)$/;

type Deps = Pick<Platform, 'gateway' | 'schedules' | 'unitOfWork' | 'audit'>;

/** What runs by the clock, as the engine has it. A pause is the engine's, which the set-up of a deploy leaves as it is. */
export function createSchedulesService({ gateway, schedules, unitOfWork, audit }: Deps) {
  const changed = new Map<string, number>();

  const describe = async (entry: ScheduleEntry): Promise<ScheduleResponse> =>
    shown(entry, await gateway.schedules.describe(entry.id));

  function shown(entry: ScheduleEntry, found: EngineSchedule | undefined): ScheduleResponse {
    const { id, note, cron, timeZone, workflow } = entry;
    const [, by = null, reason = found?.note ?? null] = PAUSED.exec(found?.note ?? '') ?? [];
    return {
      id,
      note,
      cron,
      timeZone,
      workflow,
      words: `${cronWords(cron)} ${timeZone}`,
      state: found === undefined ? 'missing' : found.paused ? 'paused' : 'active',
      pausedBy: found?.paused ? by : null,
      pauseReason: found?.paused ? reason : null,
      nextAt: found?.paused ? null : iso(found?.nextAt ?? null),
      lastRun: found?.last ? { ...found.last, startedAt: iso(found.last.startedAt) } : null,
    };
  }

  function entryOf(id: string): ScheduleEntry {
    const entry = schedules.find((item) => item.id === id);
    if (!entry) throw jobsErrors.unknownSchedule({ id });
    return entry;
  }

  /** Inside the transaction, so that nothing happens without its audit entry. */
  async function act(
    ctx: Context,
    id: string,
    action: string,
    change: { after: Record<string, unknown>; work: (entry: ScheduleEntry) => Promise<boolean> },
  ): Promise<ScheduleResponse> {
    const entry = entryOf(id);
    const unclear = await unitOfWork.run(ctx, async (tx) => {
      await audit.record(tx, ctx, [{ entity: 'schedule', entityId: id, action, after: change.after }]);
      try {
        if (!(await change.work(entry))) throw jobsErrors.unknownSchedule({ id });
        return undefined;
      } catch (error) {
        // It may have happened: its entry stays.
        const isUnclear =
          error instanceof AppError && definitionOf(error) === platformErrors.engineUnclear.definition;
        if (isUnclear) return error;
        throw error;
      }
    });
    changed.set(id, performance.now());
    if (unclear) throw unclear;
    return describe(entry);
  }

  const isListed = (id: string) => performance.now() - (changed.get(id) ?? -Infinity) > LISTED_AFTER_MS;

  return {
    /** @throws AppError SERVICE_UNAVAILABLE without the engine */
    async list(): Promise<ScheduleResponse[]> {
      const listed = await gateway.schedules.list();
      return Promise.all(
        schedules.map(async (entry) => {
          const found = isListed(entry.id) ? listed.get(entry.id) : undefined;
          // One that is not listed is asked for before it is called missing.
          return found ? shown(entry, found) : describe(entry);
        }),
      );
    },

    /** It starts no runs until it is resumed; one that runs goes on. A repeat replaces the reason. */
    pause: (ctx: Context, id: string, reason: string) =>
      act(ctx, id, 'pause', {
        after: { reason },
        work: () => gateway.schedules.pause(id, `Paused by ${ctx.email ?? ctx.actor.id}: ${reason}`),
      }),

    /** What it missed meanwhile is not made up for. A repeat changes nothing. */
    resume: (ctx: Context, id: string) =>
      act(ctx, id, 'resume', { after: {}, work: ({ note }) => gateway.schedules.resume(id, note) }),

    /** Starts its run now, also while it is paused; nothing where one runs. */
    run: (ctx: Context, id: string) =>
      act(ctx, id, 'run', { after: {}, work: () => gateway.schedules.run(id) }),
  };
}

import { createConnectionsRepository, type Origin, type PluginPlatform, systemContext } from 'haat/plugin';

const DAY_MS = 86_400_000;
const REMINDER_MS = DAY_MS;
const WARNING_MS = 7 * DAY_MS;
/** Looks again at least so often. */
const LONGEST_WAIT_MS = 30 * DAY_MS;

/** What a connection wants next. */
export type SocialConnectionState =
  | { kind: 'over' }
  | { kind: 'requested'; selection: number }
  | { kind: 'waiting'; waitMs: number };

interface ForConnection {
  generation: number;
  origin: Origin;
}

type Deps = Pick<PluginPlatform, 'unitOfWork' | 'clock' | 'operations' | 'live'>;

export function createSocialConnectionActivities({ unitOfWork, clock, operations, live }: Deps) {
  const connections = createConnectionsRepository();
  return {
    /** Sends the reminders whose time has come, and says what the connection waits for. */
    async advanceSocialConnection({ generation, origin }: ForConnection): Promise<SocialConnectionState> {
      const ctx = systemContext(origin, clock.now());
      return unitOfWork.run(ctx, async (tx) => {
        const connection = await connections.lock(tx, 'social');
        const { connected, pauseReason, selectionStatus, selection } = connection;
        const isCurrent = connected && connection.generation === generation;
        if (!isCurrent || pauseReason === 'reconnect_required') return { kind: 'over' };
        if (selectionStatus === 'requested') return { kind: 'requested', selection };
        if (selectionStatus === 'selected') return { kind: 'over' };

        const now = clock.now().getTime();
        const expiresAt = connection.tokenExpiresAt?.getTime() ?? Infinity;
        if (expiresAt <= now) {
          await operations.feedSteps.requireReconnect(
            tx,
            ctx,
            'social',
            generation,
            'The user token has expired',
          );
          return { kind: 'over' };
        }
        const remindAt = (connection.connectedAt?.getTime() ?? now) + REMINDER_MS;
        const warnAt = expiresAt - WARNING_MS;
        // Each goes once for a connection, whatever is repeated here.
        if (remindAt <= now)
          await operations.feedSteps.notifyHolders(tx, ctx, connection, 'feed.catalog_reminder');
        if (warnAt <= now) {
          const variables = { expiresAt: connection.tokenExpiresAt?.toISOString() };
          await operations.feedSteps.notifyHolders(tx, ctx, connection, 'feed.token_expiring', variables);
        }
        const next = Math.min(
          ...[remindAt, warnAt, expiresAt].filter((at) => at > now),
          now + LONGEST_WAIT_MS,
        );
        return { kind: 'waiting', waitMs: next - now };
      });
    },

    /** Records that the choice was refused, and why; the waiting request reads it. */
    async refuseCatalog(chosen: ForConnection & { selection: number; reason: string }): Promise<void> {
      const ctx = systemContext(chosen.origin, clock.now());
      await unitOfWork.run(ctx, async (tx) => {
        const { selection } = await connections.lock(tx, 'social');
        if (selection !== chosen.selection) return;
        await connections.update(tx, 'social', chosen.generation, {
          selectionStatus: 'refused',
          selectionError: chosen.reason.slice(0, 1_000),
        });
        await live.publish(tx, 'feed', 'social');
      });
    },
  };
}

export type SocialConnectionActivities = ReturnType<typeof createSocialConnectionActivities>;

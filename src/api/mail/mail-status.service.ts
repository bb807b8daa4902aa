import { createQueueStateRepository } from '#db/mail/queue-state.repository.js';
import { mailStates } from '#domain/mail/mail-message.js';
import { mailRoute } from '#integrations/mail/email-settings.js';
import { readEmailSettings } from '#operations/mail/mail-settings.js';
import type { Platform } from '#operations/platform.js';

type Deps = Pick<Platform, 'knex' | 'config' | 'settings'>;

/** How mail leaves at present, and how that goes. */
export function createMailStatusService({ knex, config, settings }: Deps) {
  const states = createQueueStateRepository();

  function route(): {
    kind: 'smtp' | 'mailapi' | 'none';
    source: 'settings' | 'environment' | null;
    host: string | null;
  } {
    try {
      const email = readEmailSettings(settings);
      const found = mailRoute(email, config);
      if (found.kind === 'none') return { kind: 'none', source: null, host: null };
      if (found.kind === 'mailapi') return { kind: 'mailapi', source: 'settings', host: null };
      const source = email.provider === 'smtp' && email.smtpHost ? 'settings' : 'environment';
      return { kind: 'smtp', source, host: found.config.host };
    } catch {
      // A secret that no key opens: nothing can be sent before it is entered again.
      return { kind: 'none', source: null, host: null };
    }
  }

  return {
    async read() {
      const [state, rows] = [await states.read(knex), await states.counts(knex)];
      const counts = Object.fromEntries(mailStates.map((name) => [name, 0]));
      for (const { state: name, count } of rows) counts[name] = count;
      const { pausedSince, pausedUntil, pauseReason, lastSuccessAt, lastFailureAt, lastFailure } = state;
      return {
        route: route(),
        pausedSince,
        pausedUntil: pausedSince ? pausedUntil : null,
        pauseReason,
        // Credentials were taken out as it was recorded; those of today would hide other words.
        lastSuccessAt,
        lastFailureAt,
        lastFailure,
        counts,
      };
    },
  };
}

export type MailStatusService = ReturnType<typeof createMailStatusService>;

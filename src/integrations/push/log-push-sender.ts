import type { Logger } from '#lib/logger.js';
import type { PushSender } from './push-sender.js';

/** Stands in for a push service: each notification is a line in the log. */
export function createLogPushSender({ logger }: { logger: Logger }): PushSender {
  return {
    send({ userId, title, data }) {
      logger.info({ userId, title, ...data }, 'push notification sent');
      return Promise.resolve();
    },
  };
}

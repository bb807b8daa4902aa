import { createLinksRepository } from '#db/campaigns/links.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { readClickToken } from '#operations/campaigns/click-token.js';
import { readMailBrand } from '#operations/mail/mail-settings.js';
import type { Platform } from '#operations/platform.js';
import { confirmationPage } from './unsubscribe-page.js';

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'config' | 'settings' | 'storage'>;

/** Links of campaigns: where each leads stands in the database, so that no request can lead anywhere else. */
export function createClicksService({ knex, unitOfWork, config, settings, storage }: Deps) {
  const links = createLinksRepository(knex);

  return {
    /** What a browser shows for a link that is forged, cut, or of a key that is gone. */
    invalidPage: (): string =>
      confirmationPage(
        {
          title: 'This link is not valid',
          text: 'It may have been cut when it was copied. Open the link in the mail again.',
        },
        null,
        readMailBrand(settings, storage),
      ),

    /** Where the link leads. @param isCounted false for a program that only looks @throws AppError NOT_FOUND */
    async open(
      ctx: Context,
      { token, key }: { token: string; key: string },
      isCounted: boolean,
    ): Promise<string> {
      const recipientId = readClickToken(token, config);
      const url =
        recipientId === undefined
          ? undefined
          : isCounted
            ? await unitOfWork.run(ctx, (tx) => links.click(tx, recipientId, key, ctx.now))
            : await links.find(recipientId, key);
      if (url === undefined) throw platformErrors.notFound({ entity: 'Link' });
      return url;
    },
  };
}

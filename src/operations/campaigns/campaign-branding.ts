import { campaignColorSettings as colors, campaignsSettings } from '#domain/campaigns/campaigns.settings.js';
import type { ShownContent } from '#domain/campaigns/shown-content.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import type { ShopFace } from '#integrations/mail/block-face.js';
import { isPublicKey } from '#integrations/storage/storage-key.js';
import type { CampaignBranding } from '#integrations/mail/render-campaign.js';
import { mailSettings } from '#domain/mail/mail.settings.js';
import { readMailBrand } from '#operations/mail/mail-settings.js';
import type { BrandDeps } from '#operations/mail/render-mail.js';

/** What surrounds campaigns, as set at this moment. */
export function readCampaignBranding({ settings, storage }: BrandDeps): CampaignBranding {
  return {
    brand: readMailBrand(settings, storage),
    colors: {
      light: {
        accent: settings.get(colors.accent),
        accentText: settings.get(colors.accentText),
        ground: settings.get(colors.ground),
        card: settings.get(colors.card),
        ink: settings.get(colors.ink),
      },
      dark: {
        accent: settings.get(colors.darkAccent),
        accentText: settings.get(colors.darkAccentText),
        ground: settings.get(colors.darkGround),
        card: settings.get(colors.darkCard),
        ink: settings.get(colors.darkInk),
      },
    },
    language: settings.get(mailSettings.language),
    postalAddress: settings.get(campaignsSettings.postalAddress),
  };
}

/** What campaigns show of the shop. A reader is sent to no other server for a picture of a product. */
export function shopFace(shown: ShownContent, { settings, storage }: BrandDeps): ShopFace {
  return {
    shown,
    timeZone: settings.get(storeSettings.timeZone),
    pictureUrl: (image) => (isPublicKey(image) ? storage.publicUrl(image) : undefined),
  };
}

import { campaignsSettings } from '#domain/campaigns/campaigns.settings.js';
import type { CampaignBranding } from '#integrations/mail/render-campaign.js';
import { readMailBrand } from '#operations/mail/mail-settings.js';
import type { RenderDeps } from '#operations/mail/render-mail.js';

/** What surrounds campaigns, as set at this moment. */
export function readCampaignBranding({ settings, storage }: RenderDeps): CampaignBranding {
  return {
    brand: readMailBrand(settings, storage),
    postalAddress: settings.get(campaignsSettings.postalAddress),
  };
}

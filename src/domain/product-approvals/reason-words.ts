import { phrase, type Words } from '#domain/mail/phrase.js';
import { englishPhrases, type PhraseKey } from '#domain/mail/phrases/english-phrases.js';
import type { FieldDifference, ProductApproval } from './product-approval.js';

/** What a mail calls a field, in its language. */
function fieldWords({ field, label }: Pick<FieldDifference, 'field' | 'label'>): Words {
  if (field.startsWith('variants.') && field.endsWith('.images'))
    return phrase('approval.variantImages', { name: label.replace(/^Images of /, '') });
  if (field.startsWith('tabs.')) return phrase('approval.tab', { name: label.replace(/^Tab /, '') });
  const key = `approval.${field}`;
  return key in englishPhrases ? phrase(key as PhraseKey) : label;
}

/** Why an approval was rejected, field by field. */
export function reasonWords({
  reasons,
  differences,
}: Pick<ProductApproval, 'reasons' | 'differences'>): Words[] {
  const labels = new Map(differences.map(({ field, label }) => [field, label]));
  return reasons.map(({ field, reason }) =>
    phrase('approval.reason', { field: fieldWords({ field, label: labels.get(field) ?? field }), reason }),
  );
}

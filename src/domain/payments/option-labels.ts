export interface LabelledOption {
  label: string;
  providerLabel: string;
}

/**
 * What each option is called in a list: those that share a label are distinguished by their provider, "Credit or debit
 * card (Stripe)".
 */
export function optionLabels(options: readonly LabelledOption[]): string[] {
  const counts = new Map<string, number>();
  for (const { label } of options) counts.set(label, (counts.get(label) ?? 0) + 1);
  return options.map(({ label, providerLabel }) =>
    (counts.get(label) ?? 0) > 1 && label !== providerLabel ? `${label} (${providerLabel})` : label,
  );
}

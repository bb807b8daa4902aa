const labels: Readonly<Record<string, string>> = {
  cod: 'Cash on delivery',
  upi: 'UPI',
  card: 'Card',
  netbanking: 'Net banking',
  wallet: 'Wallet',
  sandbox: 'Pretend payment',
};

/** How a method of payment is called in mails and on invoices; one that we do not know by its own words. */
export function methodLabel(method: string): string {
  const words = method.replace(/[._-]+/g, ' ').trim();
  return labels[method.toLowerCase()] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

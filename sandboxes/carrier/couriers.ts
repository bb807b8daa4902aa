/** An account at a courier, as the aggregator's dashboard lists it. */
export interface CourierAccount {
  courier_partner_id: number;
  courier_name: string;
  account_code: string;
  account_active: boolean;
}

/** Two accounts of one courier, an inactive one and a courier that the platform does not know. */
export const courierAccounts: readonly CourierAccount[] = [
  {
    courier_partner_id: 4,
    courier_name: 'Delhivery',
    account_code: 'DELHIVERY_SURFACE',
    account_active: true,
  },
  { courier_partner_id: 4, courier_name: 'Delhivery', account_code: 'DELHIVERY_AIR', account_active: true },
  { courier_partner_id: 5, courier_name: 'Blue Dart', account_code: 'BLUEDART_MAIN', account_active: true },
  {
    courier_partner_id: 6,
    courier_name: 'XpressBees Surface',
    account_code: 'XPRESSBEES_MAIN',
    account_active: true,
  },
  { courier_partner_id: 9, courier_name: 'Ecom Express', account_code: 'ECOM_OLD', account_active: false },
  { courier_partner_id: 77, courier_name: 'Pigeon Post', account_code: 'PIGEON_MAIN', account_active: true },
];

export function courierNameOf(cpId: number): string | undefined {
  return courierAccounts.find((account) => account.courier_partner_id === cpId)?.courier_name;
}

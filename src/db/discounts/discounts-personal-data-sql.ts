import { limitAddressSql } from './limit-address-sql.js';
import { ERASED_EMAIL, ORDERS_OF_USER, type PersonalData } from '#db/kernel/personal-data.js';

export const discountsPersonalData: PersonalData = {
  tables: [
    {
      table: 'discounts_redemptions',
      text: 'Coupons that were used',
      rows: `r.order_id in ${ORDERS_OF_USER}`,
      key: ['id'],
      file: ['order_id', 'code', 'name', 'amount', 'state', 'redeemed_at'],
      erasure: {
        kind: 'blank',
        set: {
          customer_key: `case when r.customer_key like 'email:%' then 'email:' || ${ERASED_EMAIL} else r.customer_key end`,
        },
        kept: 'belongs to an order, whose tax papers name the discount',
      },
    },
    {
      table: 'discounts_uses',
      text: 'How often a coupon was used',
      // The key of an address is without the part after `+`.
      rows: `r.customer_key in (:userId::text, 'email:' || ${limitAddressSql(':email')})`,
      key: ['discount_id', 'customer_key'],
      file: ['discount_id', 'uses'],
      erasure: {
        kind: 'blank',
        set: {
          customer_key: `case when r.customer_key like 'email:%' then 'email:' || ${ERASED_EMAIL} else r.customer_key end`,
        },
        kept: 'counts the uses of a coupon, without the person',
      },
    },
  ],
  none: {
    discounts: 'limits a coupon to customers by id alone, which leads to nobody once the account is gone',
    discounts_codes:
      'says by id to which recipient of a newsletter a code was given; the recipient is blanked',
  },
};

import { type PersonalData } from '#db/kernel/personal-data.js';

export const reviewsPersonalData: PersonalData = {
  tables: [
    {
      table: 'reviews',
      text: 'Reviews',
      rows: 'r.user_id = :userId',
      key: ['id'],
      file: ['product_id', 'rating', 'title', 'text', 'status', 'reply', 'created_at'],
      erasure: {
        kind: 'blank',
        set: { title: 'null', text: 'null', reply: 'null', replied_at: 'null', user_id: 'null' },
        kept: 'the stars count for the product, without the person and the words',
      },
    },
  ],
};

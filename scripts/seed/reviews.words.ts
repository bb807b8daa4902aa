export interface ReviewWords {
  rating: number;
  title: string | null;
  text: string | null;
}

/** What buyers write of any product. */
export const reviewWords: readonly ReviewWords[] = [
  { rating: 5, title: 'Exactly as pictured', text: 'Packed with care, and even nicer than in the pictures.' },
  { rating: 5, title: 'बहुत सुंदर', text: 'काम बहुत बारीक है। दोबारा ज़रूर लूँगी।' },
  { rating: 5, title: null, text: 'Bought it as a gift; my mother loves it.' },
  { rating: 5, title: 'Worth every rupee', text: null },
  { rating: 5, title: 'மிக நன்று', text: 'தரம் அருமை, விரைவில் வந்தது.' },
  { rating: 4, title: 'Good', text: 'Good quality. The parcel took two days longer than promised.' },
  { rating: 4, title: null, text: 'Colour is a little darker than on my screen, still lovely.' },
  { rating: 4, title: 'Nice work', text: null },
  {
    rating: 3,
    title: 'All right',
    text: 'Does what it should, but I expected a better finish for the price.',
  },
  { rating: 3, title: null, text: null },
  { rating: 2, title: 'Smaller than I thought', text: 'Read the measurements before you order.' },
  { rating: 1, title: 'Arrived damaged', text: 'One side was dented. The seller was friendly about it.' },
];

/** What moderators refuse. */
export const refusedReviewWords: readonly (ReviewWords & { status: 'rejected' | 'spam' })[] = [
  {
    rating: 1,
    title: 'Courier',
    text: 'The man at the door was rude, call me on 98200 00000.',
    status: 'rejected',
  },
  { rating: 2, title: null, text: 'I have not opened it yet.', status: 'rejected' },
  {
    rating: 5,
    title: 'BEST DEALS',
    text: 'Buy followers at cheap-likes.example, 90 % off today!!!',
    status: 'spam',
  },
];

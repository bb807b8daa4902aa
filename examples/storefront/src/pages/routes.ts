import type { Action, Page } from '../server/page.js';
import * as account from './account.js';
import * as addresses from './addresses.js';
import * as mails from './mail-links.js';
import * as session from './sign-in.js';
import * as browse from './browse.js';
import { addCoupon, addItem, cartPage, removeCoupon, removeItem, setQuantity } from './cart.js';
import { checkoutPage, confirmCode, placeOrder, sendCode, setAddress } from './checkout.js';
import * as orders from './orders.js';
import * as personalData from './personal-data.js';
import { notifyMe, productPage } from './product.js';
import { saveItem } from './save-item.js';
import { sharedWishlistPage } from './shared-wishlist.js';
import * as vendors from './vendors.js';
import * as wishlists from './wishlists.js';

/** Every page of the shop, and where it is. */
export const pages: { path: string; page: Page }[] = [
  { path: '/', page: browse.homePage },
  { path: '/categories/:slug', page: browse.categoryPage },
  { path: '/brands/:slug', page: browse.brandPage },
  { path: '/tags/:slug', page: browse.tagPage },
  { path: '/collections/:slug', page: browse.collectionPage },
  { path: '/search', page: browse.searchPage },
  { path: '/products/:slug', page: productPage },
  { path: '/vendors', page: vendors.vendorsPage },
  { path: '/vendors/:slug', page: vendors.vendorPage },
  { path: '/pages/:slug', page: browse.contentPage },
  { path: '/cart', page: cartPage },
  { path: '/checkout', page: checkoutPage },
  { path: '/orders/lookup', page: orders.lookupPage },
  { path: '/orders/:orderId', page: orders.orderPage },
  { path: '/account', page: account.accountPage },
  { path: '/account/addresses', page: addresses.addressesPage },
  { path: '/account/addresses/:addressId', page: addresses.addressPage },
  { path: '/account/wishlists', page: wishlists.wishlistsPage },
  { path: '/account/wishlists/:wishlistId', page: wishlists.wishlistsPage },
  { path: '/shared-wishlist', page: sharedWishlistPage },
  { path: '/account/data', page: personalData.personalDataPage },
  { path: '/sign-in', page: session.signInPage },
  { path: '/sign-in/code', page: session.secondFactorPage },
  { path: '/sign-up', page: session.signUpPage },
  { path: '/forgot-password', page: session.forgotPage },
  // Where the mails of the platform lead, by its default paths.
  { path: '/auth/reset-password', page: session.resetPage },
  { path: '/auth/verification', page: mails.verification.page },
  { path: '/auth/magic-link', page: mails.magicLink.page },
  { path: '/auth/change-email', page: mails.changeEmail.page },
  { path: '/account-deleted', page: mails.deletion.page },
  { path: '/unsubscribe', page: mails.unsubscribe.page },
  { path: '/back-in-stock', page: mails.backInStock.page },
  { path: '/cart/restore', page: mails.restoreCart.page },
];

/** Every form, and what it does. */
export const actions: { path: string; action: Action }[] = [
  { path: '/cart/items', action: addItem },
  { path: '/cart/quantity', action: setQuantity },
  { path: '/cart/remove', action: removeItem },
  { path: '/cart/coupons', action: addCoupon },
  { path: '/cart/coupons/remove', action: removeCoupon },
  { path: '/notify-me', action: notifyMe },
  { path: '/vendors/:slug/follow', action: vendors.follow },
  { path: '/vendors/:slug/unfollow', action: vendors.unfollow },
  { path: '/checkout', action: placeOrder },
  { path: '/checkout/address', action: setAddress },
  { path: '/checkout/code', action: sendCode },
  { path: '/checkout/confirm', action: confirmCode },
  { path: '/orders/lookup', action: orders.lookupOrder },
  { path: '/orders/lookup/returns', action: orders.requestReturnByLookup },
  { path: '/orders/:orderId/pay', action: orders.payOrder },
  { path: '/orders/:orderId/cancel', action: orders.cancelOrder },
  { path: '/orders/:orderId/reorder', action: orders.reorder },
  { path: '/orders/:orderId/invoice', action: orders.writeInvoice },
  { path: '/orders/:orderId/returns', action: orders.requestReturn },
  { path: '/orders/:orderId/reviews', action: orders.review },
  { path: '/sign-in', action: session.signIn },
  { path: '/sign-in/code', action: session.secondFactor },
  { path: '/sign-in/link', action: session.sendLink },
  { path: '/sign-out', action: session.signOut },
  { path: '/sign-up', action: session.signUp },
  { path: '/forgot-password', action: session.forgot },
  { path: '/auth/reset-password', action: session.reset },
  { path: '/auth/verification', action: mails.verification.action },
  { path: '/auth/magic-link', action: mails.magicLink.action },
  { path: '/auth/change-email', action: mails.changeEmail.action },
  { path: '/account-deleted', action: mails.deletion.action },
  { path: '/unsubscribe', action: mails.unsubscribe.action },
  { path: '/back-in-stock', action: mails.backInStock.action },
  { path: '/cart/restore', action: mails.restoreCart.action },
  { path: '/account/name', action: account.setName },
  { path: '/account/language', action: account.setLanguage },
  { path: '/account/topics', action: account.setTopics },
  { path: '/account/email', action: account.setEmail },
  { path: '/account/password', action: account.setPassword },
  { path: '/account/data/file', action: personalData.requestFile },
  { path: '/account/data/delete', action: personalData.requestErasure },
  { path: '/account/data/cancel', action: personalData.cancelErasure },
  { path: '/account/addresses', action: addresses.createAddress },
  { path: '/account/addresses/:addressId', action: addresses.updateAddress },
  { path: '/account/addresses/:addressId/default', action: addresses.setDefaultAddress },
  { path: '/account/addresses/:addressId/delete', action: addresses.deleteAddress },
  { path: '/account/wishlists', action: wishlists.createWishlist },
  { path: '/account/wishlists/items', action: saveItem },
  { path: '/account/wishlists/:wishlistId/name', action: wishlists.renameWishlist },
  { path: '/account/wishlists/:wishlistId/delete', action: wishlists.deleteWishlist },
  { path: '/account/wishlists/:wishlistId/share', action: wishlists.shareWishlist },
  { path: '/account/wishlists/:wishlistId/revoke', action: wishlists.revokeLink },
  { path: '/account/wishlists/:wishlistId/items/:itemId/notices', action: wishlists.setNotices },
  { path: '/account/wishlists/:wishlistId/items/:itemId/remove', action: wishlists.removeSaved },
  { path: '/account/wishlists/:wishlistId/cart', action: wishlists.addAllToCart },
  { path: '/account/wishlists/:wishlistId/items/:itemId/move', action: wishlists.moveToCart },
  { path: '/account/wishlists/:wishlistId/items/:itemId/list', action: wishlists.moveToList },
];

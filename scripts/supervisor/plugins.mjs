/** The plugins of this installation. */
export const registeredPlugins = async () => [];

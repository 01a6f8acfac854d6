/** The version, as package.json says (a test holds that): a constant, so that --version reads nothing. */
export const VERSION = '0.1.0'

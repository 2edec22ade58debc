"""The error of everything that has to do with bundles."""

from engine_cy.errors import BotSpecError


class BundleError(BotSpecError):
    """A bundle that cannot be read or made, or that does not fit the game: one sentence."""

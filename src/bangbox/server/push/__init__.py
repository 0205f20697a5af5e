"""Web Push: messages to browsers whose pages are closed, through the push service that each browser chose."""

"""Networks, self-play training, export. torch is needed for `nets.training` alone."""
